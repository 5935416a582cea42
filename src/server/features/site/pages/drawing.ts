import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#contract/site.first-page.ts'

/** Built by `vite build` from the components of the page. */
const BUILT = path.resolve(import.meta.dirname, '../../../../../dist/first-page/first-page.mjs')

/** Renders pages to HTML. Null when the page was not built: in development Vite serves it. */
export async function loadDrawing(): Promise<RenderPage | null> {
  if (!existsSync(BUILT)) return null
  const { renderPage } = (await import(pathToFileURL(BUILT).href)) as { renderPage: RenderPage }
  return renderPage
}
