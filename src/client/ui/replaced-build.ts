import { tabStorage } from './storage.ts'

/** The builds that this tab has reloaded to leave, by their first scripts: none of them twice. */
const LEFT = 'royal-flush:left-builds'
const PATIENCE_MS = 5_000

/** The first script, which is another one in each build. */
const ENTRY = /<script type="module"[^>]* src="[^"]*\/assets\/([^"]+)"/
const OWN_ENTRY = 'script[type="module"][src*="/assets/"]'

const entryOfPage = (): string | undefined =>
  document.querySelector(OWN_ENTRY)?.getAttribute('src')?.split('/assets/')[1]

/** That of the server's build; the service worker does not answer for this address. */
async function entryOfServer(): Promise<string | undefined> {
  const answer = await fetch('/shell.html?build', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return answer.ok ? ENTRY.exec(await answer.text())?.[1] : undefined
}

/**
 * Reloads the page when the server has another build, which may lack files of this one. Resolves to whether it
 * does: not without a network, and not again when the reload has brought the same build.
 */
export async function leaveReplacedBuild(): Promise<boolean> {
  const own = entryOfPage()
  const left = tabStorage.read(LEFT) ?? ''
  if (!own || left.includes(own)) return false
  const current = await entryOfServer().catch(() => undefined)
  if (!current || current === own || !tabStorage.keep(LEFT, `${left} ${own}`)) return false
  location.reload()
  return true
}
