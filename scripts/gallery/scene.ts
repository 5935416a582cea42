import type { Page } from 'playwright'
import type { PostView } from '#contract/posts.ts'

/**
 * Whose browser it is: nobody's, somebody's of the court, the king's (an admin), of somebody who has just
 * registered, of somebody who was suspended, of somebody whose post waits for an admin, of somebody with a
 * second factor who logged in long ago, or of somebody who has not confirmed their address.
 */
export type Who =
  | 'visitor'
  | 'courtier'
  | 'king'
  | 'newcomer'
  | 'offender'
  | 'peddler'
  | 'guarded'
  | 'unconfirmed'

/** The handle of the person with a second factor. */
export const GUARDED = 'gustav_guarded'

/** What the scenes are about. */
export interface Props {
  /** Somebody else. */
  readonly handle: string
  /** Much talked about. */
  readonly post: PostView
  /** With a warning before its picture. */
  readonly veiled: PostView
  /** Decisions about the offender: one that can be appealed against, and one that was. */
  readonly cases: { readonly open: string; readonly appealed: string }
  /** A picture to choose. */
  readonly picture: Buffer
}

type Act = (page: Page, props: Props) => Promise<unknown>

interface Ways {
  /** What somebody does there before the picture is taken. */
  readonly act?: Act
  /** The whole page instead of what fits the screen. */
  readonly tall?: true
  /** Calls that never get an answer: the picture is of the wait. */
  readonly holds?: string | RegExp
  /** Calls that are refused. */
  readonly fails?: string
  /** On the server that asks admins for a second factor, and everybody for a confirmed address. */
  readonly strict?: true
}

/** One picture of the gallery: where somebody goes, and how it comes about. */
export interface Scene extends Ways {
  readonly name: string
  readonly title: string
  readonly who: Who
  readonly path: string | ((props: Props) => string)
}

/** The scenes of one kind of person: name, title, path, and what happens there. */
export const scenesOf =
  (who: Who) =>
  (name: string, title: string, path: Scene['path'], ways: Act | Ways = {}): Scene => ({
    who,
    name,
    title,
    path,
    ...(typeof ways === 'function' ? { act: ways } : ways),
  })

export const pathOf = ({ path }: Scene, props: Props): string =>
  typeof path === 'string' ? path : path(props)

const seen = { visible: true } as const
export const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter(seen).first().click()
export const follow = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name }).filter(seen).first().click()
export const choose = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name }).click()
export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
export const type = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByLabel(label).filter(seen).first().fill(text)
export const write = (placeholder: string, text: string) => (page: Page) =>
  page.getByPlaceholder(placeholder).filter(seen).first().fill(text)
export const press = (key: string) => (page: Page) => page.keyboard.press(key)
export const says = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter(seen).first().waitFor()
export const toTheEnd = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

/** Chooses the picture for what is being written. */
export const attach: Act = async (page, { picture }) => {
  const choosing = page.waitForEvent('filechooser')
  await click('Add a photo or video')(page)
  await (await choosing).setFiles({ name: 'the-duke-at-sea.png', mimeType: 'image/png', buffer: picture })
}

/** One after the other. */
export const inOrder =
  (...acts: Act[]): Act =>
  async (page, props) => {
    for (const act of acts) await act(page, props)
  }
