import { inBrowser } from '#client/ui/in-browser.ts'
import { isCounted } from './counted.ts'
import { isLive, useConnection } from './connection.store.ts'
import { signal } from './socket.ts'

/** Page views kept while the socket is down; the oldest are dropped. */
const MAX_WAITING = 20

let waiting: string[] = []
let referrer: string | undefined = whatLedHere()

/**
 * Reports a page view (product section 1): only the path, and once a visit the referrer. Page views of
 * visitors are reported only with their consent; for people with an account the server checks it.
 */
export function reportPageView(path: string, { hasAccount }: { hasAccount: boolean }): void {
  if (!hasAccount && !isCounted()) return
  waiting = [...waiting, path].slice(-MAX_WAITING)
  if (isLive()) flush()
}

function flush(): void {
  const paths = waiting
  waiting = []
  for (const path of paths) {
    void signal('page', { path, ...(referrer === undefined ? {} : { referrer }) })
    referrer = undefined
  }
}

useConnection.subscribe(({ status }, before) => {
  if (status === 'live' && before.status !== 'live') flush()
})

/**
 * Origin and path of the page that led to this visit, blank for none; its query may contain secrets.
 * Undefined where no visit begins: a reload, Back, or one of our own pages before it.
 */
function whatLedHere(): string | undefined {
  if (!inBrowser) return undefined
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation && navigation.type !== 'navigate') return undefined
  if (!document.referrer) return ''
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin ? undefined : origin + pathname
}
