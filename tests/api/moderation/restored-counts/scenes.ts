import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { endErasure } from '#tests/support/due-jobs.ts'
import { done } from '#tests/support/full-account.ts'
import { HIDINGS, removeByStaff } from '#tests/support/hidden-posts.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { fieldsWith } from '#tests/support/person-fields.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let king: Person
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'king_of_counts')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())

const rows = (name: string) => mongoose.connection.collection(name)
const staff = () => ({ server, king })

const fieldsOf = async ({ id }: Person): Promise<string[]> => [...(await fieldsWith([id]))]

/** Erases an account, without the pause before the second part. */
async function erase(who: Person): Promise<void> {
  expect((await who.delete('/user/delete-account')).status).toBe(204)
  await endErasure(who)
  await until('they are gone', async () => (await fieldsOf(who)).length === 0, 20_000)
}

/** What a recount of everything that is newer than an id would correct. */
async function corrections(after: string): Promise<number> {
  const { recountPeople, recountPosts } = await import('#server/features/admin/recount/counters.service.ts')
  const { signal } = new AbortController()
  return (await recountPosts(after, signal)).changed + (await recountPeople(after, signal)).changed
}

interface Scene {
  post: PostView
  comment: CommentView
  answer: CommentView
  bob: Person
  cat: Person
}

/** Done before the post is hidden. Returns what happens while it is. */
type Meanwhile = (scene: Scene) => Promise<() => Promise<unknown>>
type Hiding = (typeof HIDINGS)[number][1]

const MEANWHILE: Record<string, Meanwhile> = {
  'who has reacted, voted and commented is erased':
    async ({ bob }) =>
    () =>
      erase(bob),
  'who has answered a comment and given it a poo is erased':
    async ({ cat }) =>
    () =>
      erase(cat),
  'a comment is deleted, or cannot be':
    async ({ bob, comment }) =>
    () =>
      bob.delete(`/comments/${comment.id}`),
  'an admin deletes a comment, or cannot':
    async ({ answer }) =>
    () =>
      king.delete(`/comments/${answer.id}`),
  'reactions, votes and poos are taken back, or cannot be':
    async ({ post, comment, bob, cat }) =>
    async () => {
      await bob.post(`/posts/${post.id}/react`, { emoji: '💩' })
      await cat.delete(`/comments/${comment.id}/poo`)
    },
  'a comment that moderators removed comes back': async ({ bob, comment }) =>
    removeByStaff(staff(), 'comment', comment.id, bob),
  'a comment that moderators removed comes back after its answer is erased': async ({
    bob,
    cat,
    comment,
  }) => {
    const giveBack = await removeByStaff(staff(), 'comment', comment.id, bob)
    return async () => {
      await erase(cat)
      await giveBack()
    }
  },
  'two of them block each other':
    async ({ bob, cat }) =>
    () =>
      bob.post(`/users/${cat.id}/block`),
}

async function postComesBack(hide: Hiding, prepare: Meanwhile): Promise<void> {
  // What the scenes before have left is counted already.
  const begun = new mongoose.Types.ObjectId().toHexString()
  const [ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_count_${++count}`)
  const poll = { options: ['a', 'b'], minutes: 60 }
  const post = await done(ann.post<PostView>('/posts', { text: 'Count me', poll }))
  for (const who of [bob, cat]) {
    await done(who.post(`/posts/${post.id}/react`, { emoji: '💩' }))
    await done(who.post(`/posts/${post.id}/vote`, { option: 0 }))
  }
  const at = `/posts/${post.id}/comments`
  const comment = await done(bob.post<CommentView>(at, { text: 'First' }))
  const answer = await done(cat.post<CommentView>(at, { text: 'Yes', parentId: comment.id }))
  await done(cat.put(`/comments/${comment.id}/poo`))
  const happens = await prepare({ post, comment, answer, bob, cat })
  const show = await hide(post, ann, staff())
  await happens()
  await show()
  expect(await corrections(begun)).toBe(0)
  const shown = await done(ann.get<PostView>(`/posts/${post.id}`))
  expect(await done(ann.get<CommentView[]>(at))).toHaveLength(shown._count.comments)
  const postId = new mongoose.Types.ObjectId(post.id)
  const noneIsLeft = async () => {
    const there = await rows('comments').distinct('_id', { postId })
    return (await rows('comment_poos').countDocuments({ postId, commentId: { $nin: there } })) === 0
  }
  await until('the poos of deleted comments are deleted', noneIsLeft, 20_000)
}

/** Unread messages of each person as they see them, and as they are stored. */
async function unreadOf(conversationId: string): Promise<Record<'seen' | 'stored', Record<string, number>>> {
  const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
  const { memberships } = await import('#server/features/messages/memberships.model.ts')
  const { rowFor } = await import('#server/features/messages/memberships.ts')
  const conversation = (await ConversationModel.findById(conversationId).lean())!
  const messages = await rows('messages')
    .find({ conversationId: conversation._id, deleted: false, notice: { $exists: false } })
    .toArray()
  const members = await memberships.find({ conversationId: conversation._id }).toArray()
  const counts = members.map(async ({ userId, readSeq }) => {
    const id = userId.toHexString()
    const row = await rowFor({ id, blocked: new Set() }, conversation)
    const isUnread = ({ senderId, seq }: mongoose.mongo.Document) =>
      String(senderId) !== id && Number(seq) > readSeq
    return [id, row?.unread ?? -1, messages.filter(isUnread).length] as const
  })
  const all = await Promise.all(counts)
  return {
    seen: Object.fromEntries(all.map(([id, seen]) => [id, seen])),
    stored: Object.fromEntries(all.map(([id, , stored]) => [id, stored])),
  }
}

type HideMessage = (message: MessageView, ann: Person, bob: Person) => Promise<() => Promise<unknown>>
const HIDES: Record<string, HideMessage> = {
  'from its sender': async (message, ann) => {
    const path = `/messages/${message.conversationId}/${message.id}`
    const { setUndoTime } = await import('#server/shared/undo-time.ts')
    setUndoTime(600_000)
    await done(ann.delete(path))
    setUndoTime()
    return () => ann.post(`${path}/restore`)
  },
  'from moderators': (message, ann, bob) => removeByStaff(staff(), 'message', message.id, ann, bob),
}
const HAPPENS: Record<string, (who: { ann: Person; bob: Person; places: string[] }) => Promise<unknown>> = {
  'nothing happens': () => Promise.resolve(),
  'its receiver reads': async ({ bob, places }) => {
    for (const id of places) await done(bob.post(`/messages/${id}/read`, { seq: 2 }))
  },
  'its receiver answers': async ({ ann, bob, places }) => {
    for (const receiverId of [ann.id, places[1]!])
      await done(bob.post('/messages', { receiverId, content: 'Yes' }))
  },
  'its receiver is erased': ({ bob }) => erase(bob),
}

async function messageComesBack(from: string, what: string): Promise<void> {
  const [ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_unread_${++count}`)
  for (const other of [bob, cat]) {
    await done(ann.post(`/users/${other.id}/follow`))
    await done(other.post(`/users/${ann.id}/follow`))
  }
  const group = await done(
    ann.post<ConversationView>('/messages/groups', { name: 'All', memberIds: [bob.id, cat.id] }),
  )
  const sent: [MessageView, () => Promise<unknown>][] = []
  for (const receiverId of [bob.id, group.id]) {
    const message = await done(ann.post<MessageView>('/messages', { receiverId, content: 'Back soon' }))
    await done(ann.post('/messages', { receiverId, content: 'And another' }))
    sent.push([message, await HIDES[from]!(message, ann, bob)])
  }
  const places = sent.map(([{ conversationId }]) => conversationId)
  await HAPPENS[what]!({ ann, bob, places })
  for (const [{ conversationId }, show] of sent) {
    await show()
    const { seen, stored } = await unreadOf(conversationId)
    expect(seen).toEqual(stored)
  }
  const left = what === 'its receiver is erased' ? await fieldsOf(bob) : []
  expect(left).toEqual([])
}

const POSTS = HIDINGS.flatMap(([hiding, hide], at) =>
  Object.entries(MEANWHILE).map(([what, prepare], of) => ({ hiding, what, hide, prepare, turn: at + of })),
)
const MESSAGES = Object.keys(HIDES).flatMap((from, at) =>
  Object.keys(HAPPENS).map((what, of) => ({ from, what, turn: at + of })),
)

/**
 * Tests of every way to hide something with everything that may happen meanwhile; `each: 'once'`: everything that may
 * happen, with one of the ways.
 */
export function testRestoredCounts({ each }: { each: 'once' | 'with every way' }): void {
  const chosen = <T extends { turn: number }>(all: readonly T[], ways: number) =>
    all.filter(({ turn }) => each === 'with every way' || turn % ways === 0)

  describe('A post that comes back has the figures of a recount', () => {
    test.each(chosen(POSTS, HIDINGS.length))(
      '$hiding, when $what',
      { timeout: 90_000 },
      ({ hide, prepare }) => postComesBack(hide, prepare),
    )
  })

  describe('A message that comes back is counted once', () => {
    test.each(chosen(MESSAGES, Object.keys(HIDES).length))(
      '$from, when $what',
      { timeout: 90_000 },
      ({ from, what }) => messageComesBack(from, what),
    )
  })
}
