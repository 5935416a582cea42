import type { BrowserErrorInput } from '#contract/monitor.ts'
import { pageOf } from '#server/features/analytics/page-paths.ts'
import { reportFault } from '#server/platform/faults.ts'

/**
 * Takes what a browser says broke in it. Of the page only its kind is kept: whose profile it was is nobody's
 * business.
 */
export function reportBrowserError({ message, stack, page }: BrowserErrorInput): void {
  const [, name = 'Error', words = message] =
    /^(?:Uncaught )?(\w{1,50}(?:Error|Exception)): ([^]*)$/.exec(message) ?? []
  const error = Object.assign(new Error(words), { name, stack })
  reportFault({ source: 'browser', error, during: `showing ${kindOf(page)}`, test: false })
}

const kindOf = (path: string): string => {
  const page = pageOf(path)
  if (page === '') return 'the homepage'
  return page.replace(/^(\/[pu]|\/blog)\/.*/, '$1/…')
}
