import { test as base, type BrowserContext } from 'playwright/test'
import { Contexts } from './contexts.ts'
import { forgetLogs } from '#tests/support/server-logs.ts'
import { contentsOf, FailureNotes, serverLines } from './failure-notes.ts'
import { hideSuggestions, preparePages } from './prepare-pages.ts'
import { register, type Guest } from './people.ts'

/**
 * For people who are used by all tests of a file. Give their context back afterwards. Other people come from
 * the fixture `guest`.
 */
export const openGuest = async (
  contexts: Contexts,
  name: string,
  options: { isNewcomer?: boolean } = {},
): Promise<Guest> => register(contexts.baseURL, name, await contexts.take(), options)

interface Fixtures {
  /** Reports a failure with what the server said last, and with the pages of people whom a whole file uses. */
  report: void
  /**
   * Opens another browser without a session, which is closed after the test. `url`: of another server than
   * the run's.
   */
  openContext: (url?: string) => Promise<BrowserContext>
  /**
   * Registers a person and opens a page in a signed-in browser, which is closed after the test. `url`: of
   * another server than the run's.
   */
  guest: (name: string, url?: string, options?: { isNewcomer?: boolean }) => Promise<Guest>
}

interface WorkerFixtures {
  contexts: Contexts
}

/** Playwright's test with people, and with reused contexts (contexts.ts). */
export const test = base.extend<Fixtures, WorkerFixtures>({
  contexts: [
    async ({ browser }, provide) => {
      const contexts = new Contexts(browser, process.env['E2E_URL']!)
      await provide(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],
  report: [
    async ({ contexts }, provide, info) => {
      await provide()
      if (info.status !== info.expectedStatus) {
        const pages = await Promise.all(contexts.lent().map(contentsOf))
        info.errors.push({ message: [...pages.flat(), ...(await serverLines())].join('\n') })
      }
      forgetLogs()
    },
    { auto: true },
  ],
  openContext: async ({ browser, contexts, javaScriptEnabled, serviceWorkers }, provide, info) => {
    const opened: BrowserContext[] = []
    const notes: FailureNotes[] = []
    await provide(async (url) => {
      const isUsual =
        javaScriptEnabled && serviceWorkers === 'block' && (url === undefined || url === contexts.baseURL)
      const context = await (isUsual
        ? contexts.take()
        : browser.newContext(url === undefined ? {} : { baseURL: url }))
      if (!isUsual) preparePages(context)
      if (!isUsual && (url === undefined || url === contexts.baseURL)) await hideSuggestions(context)
      opened.push(context)
      notes.push(new FailureNotes(context))
      return context
    })
    // As errors of the test: the report prints them with its failure, at the end of the log.
    if (info.status !== info.expectedStatus)
      for (const note of notes) info.errors.push({ message: (await note.lines()).join('\n') })
    for (const note of notes) note.stop()
    await Promise.all(opened.map((context) => contexts.giveBack(context)))
  },
  context: async ({ openContext }, provide) => provide(await openContext()),
  guest: ({ baseURL, openContext }, provide) =>
    provide(async (name, url = baseURL!, options = {}) =>
      register(url, name, await openContext(url), options),
    ),
})

export { expect } from 'playwright/test'
