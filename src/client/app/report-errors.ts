import { REPORT_LIMITS } from '#contract/monitor.constants.ts'
import { api } from '#client/live/http.ts'

/** Different errors that one page reports. */
const MAX_REPORTS = 5

const reported = new Set<string>()

// The error boundary of a page passes its errors on to the window.
addEventListener('error', ({ error }) => report(error))
addEventListener('unhandledrejection', ({ reason }) => report(reason))
// A script could not be loaded: a network failure, or a build that was replaced.
addEventListener('vite:preloadError', (event) =>
  report((event as Event & { payload?: unknown }).payload, true),
)

/**
 * Reports an error to the server (product section 2, AI monitor): its message, stack and page. Nothing about
 * the person.
 */
function report(error: unknown, isCode = false): void {
  if (!(error instanceof Error) || error.name === 'AbortError' || reported.size >= MAX_REPORTS) return
  const message = `${error.name}: ${error.message}`.slice(0, REPORT_LIMITS.message)
  const stack = (error.stack ?? '').slice(0, REPORT_LIMITS.stack)
  // Errors of browser extensions are ignored.
  if (reported.has(message) || !(isCode || stack.includes(location.origin))) return
  reported.add(message)
  const page = location.pathname.slice(0, REPORT_LIMITS.page)
  // A failed report is dropped: reporting that as well would never end.
  api
    .post('/api/ai-monitor/browser-error', { message, stack, page }, { outlivesSession: true })
    .catch(() => undefined)
}
