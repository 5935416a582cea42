import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#contract/site.first-page.ts'

// Imports no settings: tests call it before they have set theirs.

/** Built by `vite build` from the components of the page. */
const BUILT = path.resolve(import.meta.dirname, '../../../../../dist/first-page/first-page.mjs')

/** What renders pages to HTML. Null when it was not built: in development Vite serves the page. */
export async function loadRenderPage(): Promise<RenderPage | null> {
  if (!existsSync(BUILT)) return null
  const { renderPage } = (await import(pathToFileURL(BUILT).href)) as { renderPage: RenderPage }
  return renderPage
}
