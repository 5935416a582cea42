import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { FollowStatusView, ProfileView } from '#contract/people.ts'
import type { PostView } from '#contract/posts.ts'
import type { Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
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

/**
 * Every acknowledged comment is stored once and in its author's order, and the post's count is their number.
 */
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

/** Publishes posts that mention one person, each under a clientId of its own. */
export class Mentioner extends Writer {
  /** Ids of the acknowledged posts. */
  readonly written: string[] = []
  readonly #person: Person
  readonly #mentioned: Person

  constructor(person: Person, mentioned: Person) {
    super()
    this.#person = person
    this.#mentioned = mentioned
  }

  protected async writeNext(): Promise<void> {
    const post = {
      text: `Look, @${this.#mentioned.handle}: ${this.written.length + 1}`,
      clientId: randomUUID(),
    }
    const { id } = await this.answered(() => this.#person.post<PostView>('/posts', post))
    this.written.push(id)
  }
}

/**
 * Each post that mentions the person has made one notification, and none is counted twice. A job writes those
 * that a killed process left. `withdrawn`: notifications that are not in the list any more and keep their seq.
 */
export async function expectMentionsConsistent(
  mentioned: Person,
  mentioners: readonly Mentioner[],
  withdrawn = 0,
): Promise<void> {
  const posts = mentioners.flatMap(({ written }) => written).toSorted()
  let all: NotificationView[] = []
  await until(
    'every post has made its notification',
    async () => {
      all = await everyNotification(mentioned)
      return all.filter(({ type }) => type === 'MENTION').length >= posts.length
    },
    120_000,
  )
  const ids = all.flatMap(({ type, data }) => (type === 'MENTION' && 'postId' in data ? data.postId : []))
  expect(ids.toSorted()).toEqual(posts)
  const seqs = all.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => other - one))
  expect(seqs[0]).toBe(all.length + withdrawn)
  const { count } = await answered(() => mentioned.get<UnreadCountView>('/notifications/unread-count'))
  expect(count).toBe(all.length)
}

async function everyNotification(who: Person): Promise<NotificationView[]> {
  const all: NotificationView[] = []
  for (;;) {
    const before = all.length > 0 ? `?before=${all.at(-1)!.seq}` : ''
    const page = await answered(() => who.get<NotificationView[]>(`/notifications${before}`))
    if (page.length === 0) return all
    all.push(...page)
  }
}
