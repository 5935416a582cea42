import type { Page, Route } from 'playwright'
import type { PostView } from '#contract/posts.ts'
import type { Guest } from '#tests/e2e/support/people.ts'

/** Who is there while the list is read. */
export interface Stage {
  /** Nobody: a browser without a session. */
  readonly visitor: Page
  /** Knows Bob, has written and been written to. */
  readonly ann: Guest
  readonly bob: Guest
  /** Has an account and nothing else. */
  readonly newcomer: Guest
  /** Has two new notifications. */
  readonly told: Guest
  /** Wears the crown, and has a report of what Bob posted before them. */
  readonly admin: Guest
  /** Bob's, with a comment and a reaction. */
  readonly post: PostView
}

/** What kind of thing carries the text. */
export type Where =
  | 'title'
  | 'heading'
  | 'text'
  | 'button'
  | 'link'
  | 'field'
  | 'placeholder'
  | 'checkbox'
  | 'switch'
  | 'menu item'
  | 'alert'
  | 'toast'
  | 'loading'

/** A text of the product document, to the letter; a link also says where it leads. */
export type Row = readonly [where: Where, text: string, leadsTo?: string]

/**
 * One state of a screen: how the page is brought into it, and everything that the document says stands there
 * then.
 */
export interface State {
  readonly state: string
  readonly bring: (stage: Stage) => Promise<Page>
  readonly rows: readonly Row[]
}

/**
 * A screen of product section 2 with its states (4), its validation (5) and its words of failure and success
 * (8).
 */
export interface Screen {
  readonly screen: string
  readonly states: readonly State[]
}

type Who = 'visitor' | 'ann' | 'bob' | 'newcomer' | 'told' | 'admin'
type Act = (page: Page, stage: Stage) => Promise<unknown>

const pageOf = (stage: Stage, who: Who): Page => (who === 'visitor' ? stage.visitor : stage[who].page)

/** Somebody opens a path, and does what follows one after the other. */
export const opens =
  (who: Who, path: string | ((stage: Stage) => string), ...acts: Act[]) =>
  async (stage: Stage): Promise<Page> => {
    const page = pageOf(stage, who)
    await page.goto(typeof path === 'string' ? path : path(stage))
    for (const act of acts) await act(page, stage)
    return page
  }

const held: Route[] = []

/**
 * Ends the calls that were held: a browser lets those go that nobody intercepts any more, and then they
 * happen after all.
 */
export async function giveUpHeld(): Promise<void> {
  await Promise.all(held.splice(0).map((route) => route.abort()))
}

/** The same, but these calls never get an answer while the state is looked at. */
export const waits =
  (call: string, who: Who, path: string | ((stage: Stage) => string), ...acts: Act[]) =>
  async (stage: Stage): Promise<Page> => {
    await pageOf(stage, who).route(call, (route) => void held.push(route))
    return opens(who, path, ...acts)(stage)
  }

/** Refuses without a word, which is what the product's own words are for. */
const refuse = (route: Route) => route.fulfill({ status: 400, body: '' })

/** The same, but these calls are refused without a word. */
export const fails =
  (call: string, who: Who, path: string | ((stage: Stage) => string), ...acts: Act[]) =>
  async (stage: Stage): Promise<Page> => {
    await pageOf(stage, who).route(call, refuse)
    return opens(who, path, ...acts)(stage)
  }

/** A page of the admin's without a socket, which would bring the figures as well. */
export const unpushed =
  (path: string, route: (page: Page) => Promise<unknown>) =>
  async ({ admin }: Stage): Promise<Page> => {
    const page = await admin.context.newPage()
    await page.routeWebSocket(/socket\.io/, () => undefined)
    await route(page)
    await page.goto(path)
    return page
  }

/** The page has taken the first HTML's place: keys are heard, and what is found stays. */
export const awake = (page: Page): Promise<void> =>
  page.locator('html:not([data-waking])').waitFor({ state: 'attached' })
export const click =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click()
export const follow =
  (name: string): Act =>
  (page) =>
    page.getByRole('link', { name, exact: true }).first().click()
export const choose =
  (name: string): Act =>
  (page) =>
    page.getByRole('menuitem', { name, exact: true }).click()
export const switchOver =
  (name: string): Act =>
  (page) =>
    page.getByRole('switch', { name, exact: true }).click()
export const fill =
  (label: string, text: string): Act =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill(text)
export const write =
  (placeholder: string, text: string): Act =>
  (page) =>
    page.getByPlaceholder(placeholder).first().fill(text)
export const press =
  (key: string): Act =>
  (page) =>
    page.keyboard.press(key)
/** From here on these writes are refused without a word. */
export const breaks =
  (call: string): Act =>
  (page) =>
    page.route(call, (route) => (route.request().method() === 'GET' ? route.fallback() : refuse(route)))
