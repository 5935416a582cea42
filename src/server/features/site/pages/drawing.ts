import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DrawFirstPage } from '#contract/site.first-page.ts'

/** Made by `vite build` beside the page, from the page's own components. */
const BUILT = path.resolve(import.meta.dirname, '../../../../../dist/first-page/first-page.mjs')

/** What draws first pages; null where the page has not been built (in development Vite serves it). */
export async function loadDrawing(): Promise<DrawFirstPage | null> {
  if (!existsSync(BUILT)) return null
  const { drawFirstPage } = (await import(pathToFileURL(BUILT).href)) as { drawFirstPage: DrawFirstPage }
  return drawFirstPage
}
