import { readFile } from 'node:fs/promises'
import type { BrowserContext, ConsoleMessage, Page, WebError } from 'playwright'
import { lastLines, lastLinesOfAll } from '#tests/support/server-logs.ts'
import { IDLE_PATH } from './contexts.ts'

/** Maximum number of lines printed for one page. */
const MAX_LINES = 60
/** Maximum number of errors kept for one context. */
const MAX_EVENTS = 40

/** Errors in a context, for the log of a failed test, because screenshots are not kept everywhere. */
export class FailureNotes {
  readonly #context: BrowserContext
  readonly #events: string[] = []
  readonly #stop: () => void

  constructor(context: BrowserContext) {
    this.#context = context
    // The browser logs every request that failed or was refused. Listening to all requests instead costs
    // 20 ms of CPU time for each page.
    const said = (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#add(`${message.location().url} ${message.text()}`)
    }
    const threw = (error: WebError) => this.#add(error.error().message)
    context.on('console', said).on('weberror', threw)
    this.#stop = () => context.off('console', said).off('weberror', threw)
  }

  /** Ends the recording. */
  stop(): void {
    this.#stop()
  }

  /** What the pages show now, and the errors until now, as lines. */
  async lines(): Promise<string[]> {
    return [...(await contentsOf(this.#context)), ...this.#events]
  }

  #add(line: string): void {
    this.#events.push(`${new Date().toISOString()} ${line}`)
    if (this.#events.length > MAX_EVENTS) this.#events.shift()
  }
}

/** What the pages of a context show, as lines. */
export async function contentsOf(context: BrowserContext): Promise<string[]> {
  const pages = context
    .pages()
    .filter((page) => page.url() !== 'about:blank' && !page.url().endsWith(IDLE_PATH))
  return (await Promise.all(pages.map(contentOf))).flat()
}

/** What the run's server said last, and the servers of the test. */
export async function serverLines(): Promise<string[]> {
  const { E2E_URL: url = '', E2E_LOG: file = '' } = process.env
  return [...lastLines(url, await readFile(file, 'utf8').catch(String)), ...lastLinesOfAll()]
}

async function contentOf(page: Page): Promise<string[]> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: Error) => error.message)
  return [page.url(), ...withoutShell(tree).split('\n').slice(0, MAX_LINES)]
}

/** The snapshot of a page without the links that every page has. */
const withoutShell = (tree: string): string => tree.replace(/^- banner:\n(?: .*\n)*/m, '')
