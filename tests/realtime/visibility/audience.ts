import { expect } from 'vitest'
import { done } from '#tests/support/full-account.ts'
import type { Heard, LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { noticeOf, Words } from './eyes.ts'
import { isListed, isLiving, livingIn, mayRead, type Name, type World, type Writing } from './model.ts'
import type { Cast } from './stage.ts'

/** Pushes that bring something new: they leave out what lists leave out. */
const NEWS = new Set(['post:created', 'comment:created', 'notification:created'])
/** How long the pages may take to hear the news, ms. */
const HEARD_MS = 10_000

interface Allowed {
  /** Words that the person could read at some moment since the last check. */
  read: Set<string>
  listed: Set<string>
  /** How many pushes were checked. */
  heard: number
}

/** What was pushed to each page, compared with what its person could read at some moment since the last check. */
export class Audience {
  readonly #cast: Cast
  readonly #allowed: ReadonlyMap<Name, Allowed>
  /** Who must hear of something new; it is taken back when they no longer see it. */
  readonly #expected = new Map<string, Set<Name>>()
  #known = 0
  #notices = 0

  constructor(cast: Cast) {
    this.#cast = cast
    this.#allowed = new Map(
      [...cast.actors.keys()].map((name) => [name, { read: new Set(), listed: new Set(), heard: 0 }]),
    )
  }

  /** After each act. */
  note(world: World): void {
    const fresh = world.writings.slice(this.#known)
    this.#known = world.writings.length
    for (const one of fresh)
      this.#expected.set(one.word, new Set(livingIn(world).filter((name) => isListed(world, name, one))))
    for (const one of world.writings)
      for (const [name, allowed] of this.#allowed) {
        if (mayRead(world, name, one)) allowed.read.add(one.word)
        if (isListed(world, name, one) && isLiving(world, name)) allowed.listed.add(one.word)
        else this.#expected.get(one.word)?.delete(name)
      }
  }

  /** Everybody has heard what they must, and nobody anything else. */
  async check(world: World): Promise<void> {
    const isHeard = () => this.#unheard(world.writings).length === 0
    await until('everybody has heard the news', isHeard, HEARD_MS).catch(() =>
      expect(this.#unheard(world.writings), 'news that did not come').toEqual([]),
    )
    await fence(this.#cast, livingIn(world))
    for (const name of livingIn(world)) this.#checkPage(world, name)
    this.#notices = world.notices.length
    this.#expected.clear()
    for (const allowed of this.#allowed.values()) {
      allowed.read.clear()
      allowed.listed.clear()
    }
    this.note(world)
  }

  #unheard(writings: readonly Writing[]): string[] {
    return writings.flatMap(({ word, kind }) =>
      [...(this.#expected.get(word) ?? [])]
        .filter((name) => !this.#page(name).heard.some((one) => isNewsOf(one, kind, word)))
        .map((name) => `${word} to ${name}`),
    )
  }

  #checkPage(world: World, name: Name): void {
    const allowed = this.#allowed.get(name)!
    const heard = this.#page(name).heard.slice(allowed.heard)
    allowed.heard += heard.length
    for (const one of heard) {
      // A decision about somebody quotes their own words, also where a block hides their place by now.
      if (one.name === 'own-case:updated') continue
      const which = NEWS.has(one.name) ? allowed.listed : allowed.read
      const words = wordsIn(textOf(one), this.#cast).filter((word) => !which.has(word))
      expect(words, `${one.name} to ${name}`).toEqual([])
    }
    const words = new Words(this.#cast)
    const notices = heard.flatMap((one) =>
      one.name === 'notification:created' ? noticeOf(one.payload.notification, words) : [],
    )
    const wanted = world.notices.slice(this.#notices).filter(({ to }) => to === name)
    expect(notices.toSorted(), `notifications pushed to ${name}`).toEqual(
      wanted.map(({ by, about }) => `${by} ${about.word}`).toSorted(),
    )
  }

  #page(name: Name): LiveClient {
    return this.#cast.actors.get(name)!.page
  }
}

const isNewsOf = (heard: Heard, kind: Writing['kind'], word: string): boolean =>
  heard.name === `${kind}:created` && textOf(heard).includes(word)

/** The words of the cast in an answer or a push. */
export const wordsIn = (text: string, { ids }: Pick<Cast, 'ids'>): string[] =>
  [...new Set(text.match(/(?:post|comment|message)\d+x\d+x/g))].filter((word) => ids.has(word)).toSorted()

const texts = new WeakMap<Heard, string>()
function textOf(heard: Heard): string {
  const known = texts.get(heard) ?? JSON.stringify(heard.payload)
  texts.set(heard, known)
  return known
}

let fences = 0
/** Resolves when the pages have got what both processes pushed before: a post from each, which goes again. */
async function fence({ king, queen, actors }: Cast, names: readonly Name[]): Promise<void> {
  const texts = [king, queen].map(({ handle }) => `fence ${(fences += 1)} of ${handle}`)
  const posts = await Promise.all(
    [king, queen].map((one, at) => done(one.post<{ id: string }>('/posts', { text: texts[at] }))),
  )
  const has = (name: Name) =>
    texts.every((text) => actors.get(name)!.page.heard.some((one) => textOf(one).includes(text)))
  await until('the pages have got all', () => names.every(has))
  // They would fill the first page of the feed.
  await Promise.all([king, queen].map((one, at) => done(one.delete(`/posts/${posts[at]!.id}`))))
}
