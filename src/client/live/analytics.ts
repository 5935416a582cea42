import { GOOGLE_TAG_META, type AnalyticsEvent } from '#contract/analytics.events.ts'
import type { ClientEventInput } from '#contract/events.ts'
import { inBrowser } from '#client/ui/in-browser.ts'
import { isCounted } from './counted.ts'
import { isLive, useConnection } from './connection.store.ts'
import { onWritten } from './http.ts'
import { signal } from './socket.ts'

/** Page views and events kept while the socket is down; the oldest are dropped. */
const MAX_WAITING = 20

/** Another service that gets the same. */
export interface AnalyticsService {
  pageView(path: string): void
  event(event: AnalyticsEvent): void
}

let waiting: (() => void)[] = []
let referrer: string | undefined = whatLedHere()
let service: AnalyticsService | null = null
/** As of the last page view. */
let isMember = false
let lastPath: string | null = null

/**
 * Reports a page view (product section 1): only the path, and once a visit the referrer. Page views of
 * visitors are reported only with their consent; for people with an account the server checks it.
 */
export function reportPageView(path: string, { hasAccount }: { hasAccount: boolean }): void {
  isMember = hasAccount
  if (!hasAccount && !isCounted()) return
  lastPath = path
  service?.pageView(path)
  send(() => {
    const view: ClientEventInput<'page'> = { path, ...(referrer === undefined ? {} : { referrer }) }
    referrer = undefined
    void signal('page', view)
  })
}

/** Reports what a person has done, by the same rules. */
export function reportEvent(event: AnalyticsEvent, hasAccount = isMember): void {
  if (!hasAccount && !isCounted()) return
  service?.event(event)
  send(() => void signal('event', event))
}

function send(report: () => void): void {
  waiting = [...waiting, report].slice(-MAX_WAITING)
  if (isLive()) flush()
}

function flush(): void {
  const reports = waiting
  waiting = []
  for (const report of reports) report()
}

useConnection.subscribe(({ status }, before) => {
  if (status === 'live' && before.status !== 'live') flush()
})

/** The writes that are events. */
const EVENTS: readonly (readonly [write: RegExp, event: AnalyticsEvent])[] = [
  [/^POST \/api\/posts$/, { category: 'post', label: 'publish' }],
  [/^POST \/api\/posts\/\w+\/react$/, { category: 'post', label: 'react' }],
  [/^POST \/api\/posts\/\w+\/share$/, { category: 'post', label: 'share' }],
  [/^POST \/api\/posts\/\w+\/comments$/, { category: 'comment', label: 'publish' }],
  [/^POST \/api\/users\/\w+\/follow$/, { category: 'person', label: 'follow' }],
  [/^DELETE \/api\/users\/\w+\/follow$/, { category: 'person', label: 'unfollow' }],
  [/^POST \/api\/messages$/, { category: 'message', label: 'send' }],
  [/^POST \/api\/reports$/, { category: 'report', label: 'send' }],
  [/^PATCH \/api\/users\/me$/, { category: 'profile', label: 'save' }],
]

onWritten((write) => {
  const event = EVENTS.find(([pattern]) => pattern.test(write))?.[1]
  if (event) reportEvent(event)
})

/** The service gets the page that is open, and all that follows. */
function setService(given: AnalyticsService | null): void {
  service = given
  if (lastPath !== null) service?.pageView(lastPath)
}

const googleTag = inBrowser
  ? document.querySelector<HTMLMetaElement>(`meta[name="${GOOGLE_TAG_META}"]`)?.content
  : undefined
if (googleTag)
  // Without it the page is the same.
  import('./google-tag.ts').then(
    ({ startGoogleTag }) => setService(startGoogleTag(googleTag, () => setService(null))),
    () => undefined,
  )

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
