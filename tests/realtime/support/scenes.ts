import type { BlogPostView } from '#contract/blog.ts'
import { afterEach, expect } from 'vitest'
import type { WatchInput } from '#contract/events.ts'
import type { ReportReceipt } from '#contract/moderation.ts'
import type { MessageView } from '#contract/messages.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView, ReactionEmoji } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import type { Person, Reply } from '#tests/support/http-client.ts'
import { connectLive, type LiveClient } from '#tests/support/socket-client.ts'

interface Site {
  readonly url: string
}

/** A page of this person (null: a visitor) that watches these things. */
export async function watching(site: Site, who: Person | null, ...wishes: WatchInput[]): Promise<LiveClient> {
  const live = await connectLive(site, who ? { cookie: who.cookie() } : {})
  for (const wish of wishes)
    expect(await live.send('watch', wish), JSON.stringify(wish)).toMatchObject({ ok: true })
  return live
}

/** Makes the same function for a test file: the pages that it opens are closed after each test. */
export function pageOpener(): typeof watching {
  const pages: LiveClient[] = []
  afterEach(() => pages.splice(0).forEach((page) => page.close()))
  return async (...wanted) => {
    const live = await watching(...wanted)
    pages.push(live)
    return live
  }
}

async function made<T>(answer: Promise<Reply<T>>): Promise<T> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

export const post = (by: Person, text: string) => made(by.post<PostView>('/posts', { text }))
/** The id of a post that its author has deleted and can bring back. */
export async function deletedForNow(by: Person): Promise<string> {
  const { setUndoTime } = await import('#server/shared/undo-time.ts')
  setUndoTime(60_000)
  const { id } = await post(by, 'Brought back')
  await made(by.delete(`/posts/${id}`))
  setUndoTime()
  return id
}
export const react = (by: Person, { id }: { id: string }, emoji: ReactionEmoji = '👍') =>
  made(by.post<PostView>(`/posts/${id}/react`, { emoji }))
export const comment = (by: Person, { id }: { id: string }, text: string) =>
  made(by.post<CommentView>(`/posts/${id}/comments`, { text }))
export const message = (from: Person, to: Person, content: string, clientId?: string) =>
  made(from.post<MessageView>('/messages', { receiverId: to.id, content, ...(clientId && { clientId }) }))
export const report = (by: Person, { id: targetId }: { id: string }) =>
  made(by.post<ReportReceipt>('/reports', { targetType: 'post', targetId, reason: 'hate' }))
/**
 * A text that the spam protection queues. `name` makes its links differ from other new accounts' links, which
 * would be refused as the same advert.
 */
export const spam = (name: string | number) =>
  [1, 2, 3].map((index) => `https://${name}-${index}.example`).join(' ')

export async function crown({ id }: Person): Promise<void> {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(id, true)
}

/** Consents to analytics: from then on the person's visits are counted. */
export const agree = (who: Person) => made(who.put('/user/privacy-settings', { analyticsConsent: true }))
export const follow = (by: Person, whom: Person) => made(by.post(`/users/${whom.id}/follow`))
export const unfollow = (by: Person, whom: Person) => made(by.delete(`/users/${whom.id}/follow`))
export const block = (by: Person, whom: Person) => made(by.post(`/users/${whom.id}/block`))
export const unblock = (by: Person, whom: Person) => made(by.delete(`/users/${whom.id}/block`))
export const mute = (by: Person, whom: Person) => made(by.post(`/users/${whom.id}/mute`))
export const unmute = (by: Person, whom: Person) => made(by.delete(`/users/${whom.id}/mute`))
/** The relation of one person to another, by REST. */
export const relationWith = async (who: Person, { handle }: Person) => {
  const { muted, blocked, follows } = (await made(who.get<ProfileView>(`/users/${handle}`))).viewer
  return { muted, blocked, follows }
}

/** A published article. */
export async function issueArticle(king: Person, title: string, slug: string): Promise<BlogPostView> {
  await crown(king)
  const article = { title, slug, content: 'Hear ye.', published: true }
  return (await king.post<BlogPostView>('/blog/posts', article)).body
}

/** A post with a poll. */
export async function ask(who: Person): Promise<PostView> {
  const poll = { options: ['Yes', 'No'], minutes: 60 }
  return (await who.post<PostView>('/posts', { text: 'Asked', poll })).body
}

/** The texts of the posts that the page was told of. */
export const textsOf = (live: LiveClient): string[] =>
  live.all('post:created').flatMap(({ posts }) => posts.map(({ text }) => text))
/** Waits until the page is told of a post with this text. */
export const hears = (live: LiveClient, text: string) =>
  live.next('post:created', ({ posts }) => posts.some((one) => one.text === text))
