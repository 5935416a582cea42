import type { Locator, Page } from 'playwright'
import { hasShortcuts } from '#tests/e2e/support/prepare-pages.ts'
import { withLargeFile } from '#tests/support/large-file.ts'
import type { DemoWorld, World } from './scene.ts'

/** An action of a person on a page, or an event of the page. */
export type Act<W = World> = (page: Page, world: W) => Promise<unknown>

/** Addresses of calls, as Playwright's `route` takes them. */
export type Calls = string | RegExp

const named = (name: string | RegExp) =>
  typeof name === 'string' ? ({ name, exact: true } as const) : { name }
const VISIBLE = { visible: true } as const

/** The document comes as if the server could not read the data: the page fetches everything itself. */
export const withoutContent: Act<unknown> = (page) =>
  page.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /<script type="application\/json" id="page-data">.*?<\/script>/s,
      '',
    )
    return route.fulfill({ response, body })
  })

/** Forgets what the tab has kept: several states of a screen share a tab. */
export const asInNewTab: Act<unknown> = (page) => page.evaluate(() => sessionStorage.clear())

export const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', named(name)).filter(VISIBLE).first().click()
export const clickLink = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', named(name)).filter(VISIBLE).first().click()
export const clickMenuItem = (name: string | RegExp) => (page: Page) =>
  page.getByRole('menuitem', named(name)).click()
export const clickTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
export const clickSwitch = (name: string) => (page: Page) => page.getByRole('switch', named(name)).click()
export const fill = (label: string | RegExp, text: string) => (page: Page) =>
  page
    .getByLabel(label, { exact: typeof label === 'string' })
    .filter(VISIBLE)
    .first()
    .fill(text)
export const write = (placeholder: string, text: string) => (page: Page) =>
  page.getByPlaceholder(placeholder).filter(VISIBLE).first().fill(text)
export const press = (key: string) => (page: Page) => page.keyboard.press(key)
/** A key of the whole page. Until the shortcuts are loaded, which come after the page, it does nothing. */
export const pressShortcut = (key: string) => async (page: Page) => {
  await hasShortcuts(page)
  await page.keyboard.press(key)
}
export const waitForText = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter(VISIBLE).first().waitFor()
export const waitForRole = (role: 'dialog' | 'alertdialog') => (page: Page) => page.getByRole(role).waitFor()
export const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

/** Copying to the clipboard fails from now on. */
export const withoutClipboard = (page: Page) =>
  page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no')) },
    }),
  )

type ChosenFile = Parameters<Locator['setInputFiles']>[0]

// Not by its button, which is in a menu on a phone.
const choose = (page: Page, file: ChosenFile) =>
  page.getByLabel('Add a photo or video: file').setInputFiles(file)
/** Chooses a file for what is being written. */
export const chooseFile = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  choose(page, { name, mimeType, buffer })
/** Chooses an empty file of this size. */
export const chooseLargeFile = (page: Page, name: string, bytes: number) =>
  withLargeFile(name, bytes, (file) => choose(page, file))
export const choosePicture: Act<DemoWorld> = (page, { picture }) =>
  chooseFile(page, 'the-duke-at-sea.png', 'image/png', picture)

/** Writes to these addresses are refused without a message from now on. */
export const failWrites = (calls: Calls) => (page: Page) =>
  page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, body: '' }),
  )
/** What the server says in `refuseWrites`. */
export const REASON = 'The paper is out.'
/** Refuses the writes among these calls with a reason: where the document has a sentence of its own, both show. */
export const refuseWrites = (calls: Calls) => (page: Page) =>
  page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, body: REASON }),
  )
/** These calls get this answer instead of the server's, for states that need other settings or much time. */
export const answer = (calls: Calls, json: object) => (page: Page) =>
  page.route(calls, (route) => route.fulfill({ json }))
/** What the server may answer for a link. */
export const LINKED = {
  url: 'https://gazette.example/plumbing/golden-age',
  host: 'gazette.example',
  title: 'The golden age of plumbing begins on Monday, says the man with the wrench',
  description: 'Copper is out, and the palace pays in paper. A report from the pipes.',
  picture: '/icon-512.png',
}
/** These calls are refused with this message. */
export const refuse =
  (calls: Calls, status: number, body: string, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(calls, (route) => route.fulfill({ status, contentType: 'text/plain', headers, body }))
/** Writes to these addresses are refused as the server refuses them while the store is away. */
export const refuseWritesAsBusy = (calls: Calls, body: string) => (page: Page) =>
  page.route(calls, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, body }),
  )

/** Acts in order. */
export const inOrder =
  <W>(...acts: Act<W>[]): Act<W> =>
  async (page, world) => {
    for (const act of acts) await act(page, world)
  }
