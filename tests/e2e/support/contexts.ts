import type { Browser, BrowserContext, Page } from 'playwright'
import { hideSuggestions, preparePages } from './prepare-pages.ts'

/** Settings that last: a context that used one of them is not used for another test. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'routeWebSocket'] as const
const CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** A small file of the site, which the page between tests shows. */
export const IDLE_PATH = '/robots.txt'

interface Pooled {
  readonly context: BrowserContext
  /** Stays open between tests, so that the browser keeps this context's process. */
  readonly idle: Page
}

/**
 * The browser contexts of one worker, used again by test after test. The first page of a new context takes a
 * second of a core: it starts a process, fetches every file and compiles every script. A lent context has
 * no pages, cookies, permissions or stored data left, but keeps that process and the files.
 */
export class Contexts {
  readonly #browser: Browser
  readonly baseURL: string
  readonly #free: Pooled[] = []
  readonly #lent = new Map<BrowserContext, Pooled>()
  readonly #changed = new WeakSet<BrowserContext>()

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser
    this.baseURL = baseURL
  }

  /** The contexts that are not given back yet. */
  lent(): readonly BrowserContext[] {
    return [...this.#lent.keys()]
  }

  /** An empty context of this site. */
  async take(): Promise<BrowserContext> {
    const pooled = this.#free.pop() ?? (await this.#open())
    this.#lent.set(pooled.context, pooled)
    // Not when it was returned: the late answer to a request of a closed page can still set the session's cookie.
    await pooled.context.clearCookies()
    return pooled.context
  }

  /** Closes what a test opened in a context, whether it was taken here or not. */
  async giveBack(context: BrowserContext): Promise<void> {
    const pooled = this.#lent.get(context)
    this.#lent.delete(context)
    if (!pooled || this.#changed.has(context) || pooled.idle.isClosed()) return context.close()
    await Promise.all(
      context
        .pages()
        .filter((page) => page !== pooled.idle)
        .map((page) => page.close()),
    )
    await Promise.all([context.setOffline(false), context.clearPermissions(), this.#clearStorage(pooled)])
    this.#free.push(pooled)
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(({ context }) => context.close()))
  }

  async #open(): Promise<Pooled> {
    const context = await this.#browser.newContext({ baseURL: this.baseURL })
    await hideSuggestions(context)
    const changed = () => void this.#changed.add(context)
    for (const name of LASTING) noting(context, name, changed)
    for (const name of CLOCK) noting(context.clock, name, changed)
    preparePages(context)
    const idle = await context.newPage()
    await idle.goto(IDLE_PATH)
    return { context, idle }
  }

  async #clearStorage({ context, idle }: Pooled): Promise<void> {
    const devtools = await context.newCDPSession(idle)
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(this.baseURL).origin,
      storageTypes: 'local_storage,session_storage,indexeddb,cache_storage,service_workers',
    })
    await devtools.detach()
  }
}

/** Calls `note` before each call of this method. */
function noting<Name extends string>(
  target: Record<Name, (...args: never[]) => unknown>,
  name: Name,
  note: () => void,
): void {
  const own = target[name].bind(target) as (...args: unknown[]) => unknown
  target[name] = (...args: unknown[]) => {
    note()
    return own(...args)
  }
}
