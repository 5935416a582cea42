import { REPORT_LIMITS } from '#contract/monitor.constants.ts'
import { api } from '#client/live/http.ts'

/** Different errors that one page tells of; what breaks more often than that is known by then. */
const MOST = 5

const told = new Set<string>()

// A page that breaks is caught by its boundary, which passes it on as an error of the window.
addEventListener('error', ({ error }) => tell(error))
addEventListener('unhandledrejection', ({ reason }) => tell(reason))
// Code that could not be fetched: the network, or a build that is no more.
addEventListener('vite:preloadError', (event) => tell((event as Event & { payload?: unknown }).payload, true))

/**
 * Tells the house what broke (product section 2, AI monitor): the error's words and place, and on which page.
 * Nothing of who met it.
 */
function tell(error: unknown, isCode = false): void {
  if (!(error instanceof Error) || error.name === 'AbortError' || told.size >= MOST) return
  const message = `${error.name}: ${error.message}`.slice(0, REPORT_LIMITS.message)
  const stack = (error.stack ?? '').slice(0, REPORT_LIMITS.stack)
  // What extensions do in the page is none of ours.
  if (told.has(message) || !(isCode || stack.includes(location.origin))) return
  told.add(message)
  const page = location.pathname.slice(0, REPORT_LIMITS.page)
  // Whoever cannot reach the house cannot complain to it either.
  api
    .post('/api/ai-monitor/browser-error', { message, stack, page }, { outlivesSession: true })
    .catch(() => undefined)
}
