import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#contract/site.first-page.ts'

/** Made by `vite build` beside the page, from the page's own components. */
const BUILT = path.resolve(import.meta.dirname, '../../../../../dist/first-page/first-page.mjs')

/** What renders pages to HTML; null where the page has not been built (in development Vite serves it). */
export async function loadDrawing(): Promise<RenderPage | null> {
  if (!existsSync(BUILT)) return null
  const { renderPage } = (await import(pathToFileURL(BUILT).href)) as { renderPage: RenderPage }
  return renderPage
}
