import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { FollowStatusView, ProfileView } from '#contract/people.ts'
import type { PostView } from '#contract/posts.ts'
import type { Person } from '#tests/support/http-client.ts'
import { answered, Writer } from './writer.ts'

/** Comments on one post, each comment under a clientId of its own. */
export class Commenter extends Writer {
  /** Ids of the acknowledged comments, in order. */
  readonly written: string[] = []
  readonly #person: Person
  readonly #postId: string

  constructor(person: Person, postId: string) {
    super()
    this.#person = person
    this.#postId = postId
  }

  protected async writeNext(): Promise<void> {
    const comment = { text: `Comment ${this.written.length + 1}`, clientId: randomUUID() }
    const { id } = await this.answered(() =>
      this.#person.post<CommentView>(`/posts/${this.#postId}/comments`, comment),
    )
    this.written.push(id)
  }
}

/** Every acknowledged comment is stored once and in its author's order, and the post's count is their number. */
export async function expectCommentsConsistent(
  reader: Person,
  postId: string,
  commenters: readonly Commenter[],
): Promise<void> {
  const stored: CommentView[] = []
  for (;;) {
    const cursor = stored.length > 0 ? `?cursor=${stored.at(-1)!.createdAt}` : ''
    const page = await answered(() => reader.get<CommentView[]>(`/posts/${postId}/comments${cursor}`))
    if (page.length === 0) break
    stored.push(...page)
  }
  const ids = stored.map(({ id }) => id).toReversed()
  for (const { written } of commenters) expect(ids.filter((id) => written.includes(id))).toEqual(written)
  expect(ids).toHaveLength(commenters.reduce((sum, { written }) => sum + written.length, 0))
  const post = await answered(() => reader.get<PostView>(`/posts/${postId}`))
  expect(post._count.comments).toBe(ids.length)
}

/** Follows and unfollows one person, in turn. */
export class Follower extends Writer {
  acknowledged = 0
  isFollowing = false
  readonly #person: Person
  readonly #followee: Person

  constructor(person: Person, followee: Person) {
    super()
    this.#person = person
    this.#followee = followee
  }

  protected async writeNext(): Promise<void> {
    const path = `/users/${this.#followee.id}/follow`
    const { isFollowing } = await this.answered(() =>
      this.isFollowing
        ? this.#person.delete<FollowStatusView>(path)
        : this.#person.post<FollowStatusView>(path),
    )
    expect(isFollowing).toBe(!this.isFollowing)
    this.isFollowing = isFollowing
    this.acknowledged += 1
  }

  async expectStored(): Promise<void> {
    const status = await answered(() =>
      this.#person.get<FollowStatusView>(`/users/${this.#followee.id}/is-following`),
    )
    expect(status.isFollowing).toBe(this.isFollowing)
    const { _count } = await answered(() => this.#person.get<ProfileView>(`/users/${this.#person.handle}`))
    expect(_count.following).toBe(this.isFollowing ? 1 : 0)
  }
}

/** Everybody's last change is stored, and both counts match. */
export async function expectFollowsConsistent(
  followee: Person,
  followers: readonly Follower[],
): Promise<void> {
  for (const follower of followers) await follower.expectStored()
  const { _count } = await answered(() => followee.get<ProfileView>(`/users/${followee.handle}`))
  expect(_count.followers).toBe(followers.filter(({ isFollowing }) => isFollowing).length)
}
