import { REPORT_LIMITS } from '#contract/monitor.constants.ts'
import { api } from '#client/live/http.ts'
import { CodeError } from '#client/ui/load-code.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'

/** Different errors that one page reports. */
const MAX_REPORTS = 5

const reported = new Set<string>()

// The error boundary of a page passes its errors on to the window.
addEventListener('error', ({ error }) => unexpected(error))
addEventListener('unhandledrejection', ({ reason }) => unexpected(reason))
// A script could not be loaded: a network failure, or a build that was replaced.
addEventListener('code-error', (event) => report((event as CustomEvent).detail, true))

/** So soon after a press the person waits for what it does, ms. */
const SOON_MS = 1_000

let pressedAt = -Infinity
for (const press of ['click', 'keydown', 'submit', 'change'])
  addEventListener(press, () => (pressedAt = performance.now()), { capture: true, passive: true })

/** Nobody has caught it: the person is told when it is what their press has led to. */
function unexpected(error: unknown): void {
  // What did not load has words of its own.
  if (report(error) && !(error instanceof CodeError) && performance.now() - pressedAt < SOON_MS)
    toast({ variant: 'destructive', title: 'That did not work.', description: SOMETHING_WENT_WRONG })
}

/**
 * Reports an error to the server (product section 2, AI monitor): its message, stack and page. Nothing about
 * the person. Returns whether it is an error of ours.
 */
function report(error: unknown, isCode = false): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  const message = `${error.name}: ${error.message}`.slice(0, REPORT_LIMITS.message)
  const stack = (error.stack ?? '').slice(0, REPORT_LIMITS.stack)
  // Errors of browser extensions are ignored.
  if (!(isCode || stack.includes(location.origin))) return false
  if (reported.has(message) || reported.size >= MAX_REPORTS) return true
  reported.add(message)
  const page = location.pathname.slice(0, REPORT_LIMITS.page)
  // A failed report is dropped: reporting that as well would never end.
  api
    .post('/api/ai-monitor/browser-error', { message, stack, page }, { outlivesSession: true })
    .catch(() => undefined)
  return true
}
