import { expect } from 'vitest'
import type { PostView, ReactionEmoji } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { Person } from '#tests/support/http-client.ts'
import { Writer } from './writer.ts'

/** Reacts to one post with one emoji after the other. After a call without an answer it reads the outcome. */
export class Reactor extends Writer {
  /** The last reaction that was acknowledged or read; null: none. */
  last: ReactionEmoji | null = null
  acknowledged = 0
  #count = 0
  readonly #person: Person
  readonly #postId: string

  constructor(person: Person, postId: string) {
    super()
    this.#person = person
    this.#postId = postId
  }

  protected async writeNext(): Promise<void> {
    const { emoji } = REACTIONS[this.#count++ % REACTIONS.length]!
    const reply = await this.#person
      .post<PostView>(`/posts/${this.#postId}/react`, { emoji })
      .catch(() => null)
    this.note(reply)
    const isAnswered = reply?.status === 200
    const { reaction } = (isAnswered ? reply.body : await this.read()).viewer
    if (isAnswered) {
      expect(reaction).toBe(this.last === emoji ? null : emoji)
      this.acknowledged += 1
    }
    this.last = reaction
  }

  /** The post as this person sees it, as soon as the server answers. */
  read(): Promise<PostView> {
    return this.answered(() => this.#person.get<PostView>(`/posts/${this.#postId}`))
  }
}

/** Everybody's last reaction is stored, and the counts of the post are the sum of them. */
export async function expectReactionsConsistent(reactors: readonly Reactor[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const reactor of reactors) {
    const { viewer } = await reactor.read()
    expect(viewer.reaction).toBe(reactor.last)
    if (reactor.last) counts.set(reactor.last, (counts.get(reactor.last) ?? 0) + 1)
  }
  const { reactionCounts, reactions } = await reactors[0]!.read()
  expect(reactionCounts).toEqual(Object.fromEntries(counts))
  expect(reactions).toHaveLength([...counts.values()].reduce((sum, count) => sum + count, 0))
}
