import { screen } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { onTestFinished, vi } from 'vitest'
import type { Caller } from '#tests/support/http-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { completeBrowser } from './browser.ts'
import { startClient } from './client.ts'
import { Network } from './network.ts'
import { leavePage, setPageCookie, signals, watchPage } from './page-parts.ts'
import { site } from './site.ts'

/** The page of a browser without layout (jsdom), with the product's code in it and the real server behind it. */
export interface OpenedPage {
  /** Types and clicks as a person does. */
  readonly user: UserEvent
  readonly network: Network
  /** Loads another address, with new modules and an empty memory; cookies and stored data stay. */
  goto(path: string): Promise<void>
  reload(): Promise<void>
  /** Path and query. */
  address(): string
  /** Resolves when the page has sent a signal with these words over its socket: what it watches. */
  sent(words: string): Promise<void>
  /** Resolves when the page has got a push with these words. */
  heard(words: string): Promise<void>
}

const noted = (list: readonly string[]) => (words: string) =>
  eventually(() => {
    if (!list.some((signal) => signal.includes(words))) throw new Error(`No signal has '${words}'.`)
  })

/**
 * Opens a page in a new browser, signed in as this person or as a visitor; the one before it is closed. There is one
 * page at a time: what others do meanwhile are their calls (`newPerson`). Elements are found with `screen`.
 */
export async function openPage(path: string, who: Caller | null = null): Promise<OpenedPage> {
  const { url } = await site()
  leavePage()
  localStorage.clear()
  sessionStorage.clear()
  globalThis.indexedDB = new IDBFactory()
  const network = new Network(url, who)
  network.install()
  completeBrowser()
  setPageCookie(() => ({ url, cookie: network.cookie() }))
  // Before the page: its own listeners of the document stay when the page is left.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const unwatch = watchPage()
  onTestFinished(() => {
    leavePage()
    unwatch()
    vi.unstubAllGlobals()
  })
  const page: OpenedPage = {
    user,
    network,
    goto: load,
    // As in a browser the entry of the history keeps its state.
    reload: () => load(page.address(), history.state),
    address: () => location.pathname + location.search,
    sent: noted(signals.sent),
    heard: noted(signals.heard),
  }
  await load(path)
  return page
}

async function load(path: string, state: unknown = null): Promise<void> {
  leavePage()
  history.replaceState(state, '', path)
  document.body.innerHTML = '<div id="root"></div>'
  document.documentElement.dataset['hydrating'] = ''
  startClient()
  await eventually(() => {
    if ('hydrating' in document.documentElement.dataset) throw new Error('The page is not there yet.')
  })
}

export { screen }
