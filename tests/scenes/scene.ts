import type { PostView } from '#contract/posts.ts'
import type { Act, Calls } from './acts.ts'

/** A person of the scenes. */
export interface Person {
  readonly id: string
  readonly handle: string
}

/** The data that every world of scenes has. */
export interface World {
  /** Follows Bob, has written messages, and has been written to. */
  readonly ann: Person
  readonly bob: Person
  /** Has an account and nothing else. */
  readonly newcomer: Person
  readonly admin: Person
  /** Has a comment and a reaction. */
  readonly post: PostView
  /** Ann's own post. */
  readonly mine: PostView
  /** The address of a published blog article. */
  readonly decree: string
  /** A word and a hashtag of some post. */
  readonly word: string
  /** A group of Ann, who is its admin, and Bob; both have written. */
  readonly meeting: Meeting
}

interface Meeting {
  /** The conversation. */
  readonly id: string
  /** Of its invitation link. */
  readonly token: string
}

/** The gallery's world, which has more: cases, warnings and pictures. */
export interface DemoWorld extends World {
  /** A post with a warning before its picture. */
  readonly warned: PostView
  /** Cases of the suspended person: one that can be appealed, and one with an appeal. */
  readonly cases: { readonly open: string; readonly appealed: string }
  /** A picture to upload. */
  readonly picture: Buffer
}

/**
 * The session of the browser. Visitors have none. `notified` has two new notifications, `fresh` has the first steps
 * before them. The people after the
 * admin exist only in the demo world: `spammer` has a post that waits for review, `protected` has a second
 * factor and logged in long ago, `unconfirmed` has not confirmed the email address.
 */
export type Who = 'visitor' | 'ann' | 'bob' | 'newcomer' | 'fresh' | 'notified' | 'moderator' | 'admin'
export type DemoWho = Who | 'suspended' | 'spammer' | 'protected' | 'unconfirmed'

/** The kind of element that contains a text. */
export type Where =
  | 'title'
  | 'heading'
  | 'option'
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

/** A text of the product document, to the letter. A link also names its target. */
export type Row = readonly [where: Where, text: string, target?: string]

/** Rows of the same kind. */
export const each = (where: Where, ...texts: string[]): Row[] => texts.map((text) => [where, text])

type Path<W> = string | ((world: W) => string)

/**
 * One state of a screen, described once for three readers. The text check reads `texts`, the axe check reads
 * `axe`, and the gallery reads `picture`.
 */
export interface Scene<W = World, P = Who> {
  readonly state: string
  /** The default is the screen's. */
  readonly who?: P
  /** The default is the screen's. */
  readonly path?: Path<W>
  /** These calls get no answer while the state is checked. */
  readonly holds?: Calls
  /** These calls are refused without a message, so that the product's own texts are shown. */
  readonly fails?: Calls
  /** Runs before the page opens, for example to answer calls in the server's place. */
  readonly prepare?: Act<W>
  /** The page has no socket, which would bring the same data as the calls. */
  readonly withoutSocket?: true
  /**
   * The state is reached from the state before it, on the same page and without another load. Its toasts
   * differ from those of the state before it.
   */
  readonly stays?: true
  /** What the person does to reach the state. */
  readonly acts?: readonly Act<W>[]
  readonly texts?: readonly Row[]
  /** Axe checks the whole page, or the dialog or menu that is open. */
  readonly axe?: 'page' | 'menu' | 'dialog' | 'alertdialog'
  /** Touch changes how this state looks: it is checked on a phone as well. */
  readonly touch?: true
  /** Only the slow tests check it. */
  readonly slow?: true
  /** The name of the gallery's picture. */
  readonly picture?: string
  /** The picture shows the whole page instead of the part that fits the window. */
  readonly tall?: true
}

/** A screen of the product document (sections 2, 4, 5 and 8) and its states. */
export interface Screen<W = World, P = Who> {
  readonly screen: string
  readonly who: P
  readonly path: Path<W>
  /** Few people use it: `npm test` checks how it opens, and the slow tests check all of its states. */
  readonly slow?: true
  readonly scenes: readonly Scene<W, P>[]
}

/** A screen that only the gallery has. */
export type DemoScreen = Screen<DemoWorld, DemoWho> & {
  /** The server requires a second factor of admins, and a confirmed address of everybody. */
  readonly strict?: true
}

export const whoIn = <W, P>(screen: Screen<W, P>, scene: Scene<W, P>): P => scene.who ?? screen.who

export function pathIn<W, P>(screen: Screen<W, P>, scene: Scene<W, P>, world: W): string {
  const path = scene.path ?? screen.path
  return typeof path === 'function' ? path(world) : path
}
