import { isDeepStrictEqual } from 'node:util'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withMessage } from '#client/features/messages/data/pushed-messages.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Caller } from '#tests/support/http-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { message, watching } from './support/scenes.ts'

// It starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let servers: TwoServers
beforeAll(async () => {
  servers = await startTwoServers()
}, 120_000)
afterAll(() => servers?.close())

it('[L37] a request ends after the same number of messages when they are sent at two servers at once', async () => {
  const { here, there } = servers
  const [eve, ann] = [await person(here, 'eve'), await person(here, 'ann')]
  const atThere = visitor(there)
  atThere.setCookie(eve.cookie())
  await message(eve, ann, 'word 0')
  const answers = await Promise.all(
    Array.from({ length: LIMITS.requestMessages + 20 }, (_, at) =>
      (at % 2 === 0 ? eve : atThere).post('/messages', { receiverId: ann.id, content: `word ${at + 1}` }),
    ),
  )
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  const counts = Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length]))
  expect(counts).toEqual({ 201: LIMITS.requestMessages - 1, 403: 21 })
})

it('[L85] a page has what both servers write to a conversation at once, in a row like the one of a read', async () => {
  const { here, there } = servers
  const [joe, kim] = [await person(here, 'joe'), await person(there, 'kim')]
  const { conversationId: id } = await message(joe, kim, 'Hello')
  await message(kim, joe, 'Hello too')
  const live = await watching(here, kim)
  const rowOf = async () => {
    const read = (list: string) => kim.get<ConversationView[]>(`/messages/${list}`)
    const lists = await Promise.all([read('conversations'), read('archived')])
    return lists.flatMap(({ body }) => body).find((one) => one.id === id)!
  }
  const settings = [
    () => kim.put(`/messages/${id}/mute`, { for: 'always' }),
    () => kim.put(`/messages/${id}/archive`),
    () => kim.put(`/messages/${id}/pin`),
    () => kim.post(`/messages/${id}/unread`),
    () => kim.delete(`/messages/${id}/mute`),
    () => kim.post(`/messages/${id}/read`, { seq: 2 }),
  ]
  const begun = await rowOf()
  for (let round = 0; round < 24; round += 1) {
    const [set] = await Promise.all([
      settings[round % settings.length]!(),
      message(joe, kim, `message ${round}`),
    ])
    expect(set.status, `setting ${round % settings.length}`).toBeLessThan(300)
    const row = await rowOf()
    const onPage = () => {
      const rows = live.all('conversation:updated').map(({ conversation }) => conversation)
      const newest = rows.reduce((one, next) => (one.rev >= next.rev ? one : next), begun)
      // The page adds the messages that follow (LIVE L52).
      const spoken = live.all('message:created').filter(({ message: { seq } }) => seq > newest.lastSeq)
      return spoken.reduce((current, one) => withMessage(current, one, kim.id), newest)
    }
    await until('the page has all messages', () => onPage().lastSeq === row.lastSeq)
    await until('the page has the setting', () => isDeepStrictEqual({ ...onPage(), rev: row.rev }, row))
  }
  live.close()
})

/** More people than a feed merges without a timeline. */
const AUTHORS = Array.from({ length: 200 }, () => new ObjectId())
const READERS = 10

const plantedPost = (authorId: ObjectId, minutesAgo: number) => {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  return {
    authorId,
    author: { displayName: 'Planted', handle: 'planted', avatarUrl: null },
    text: `planted ${minutesAgo}`,
    words: [],
    mediaUrl: null,
    mediaType: null,
    media: null,
    altText: null,
    contentWarn: null,
    nsfw: false,
    reactions: [],
    reactionCounts: {},
    reactionTotal: 0,
    commentCount: 0,
    shareCount: 0,
    createdAt: at,
    updatedAt: at,
    editedAt: null,
    rev: 1,
  }
}

const firstPage = async (caller: Caller): Promise<string[]> =>
  (await caller.get<PostView[]>('/posts?type=following')).body.map(({ text }) => text)

it('a following feed that both servers build at the same time is complete in every answer', async () => {
  const { here, there, store } = servers
  await store
    .collection('posts')
    .insertMany(AUTHORS.flatMap((id, at) => [0, 1, 2, 3, 4].map((nth) => plantedPost(id, at * 5 + nth))))
  const newest = Array.from({ length: 20 }, (_, at) => `planted ${at}`)
  for (let reader = 0; reader < READERS; reader++) {
    const atHere = await person(here, `first_reader_${reader}`)
    const atThere = visitor(there)
    atThere.setCookie(atHere.cookie())
    const followerId = new ObjectId(atHere.id)
    await store
      .collection('follows')
      .insertMany(AUTHORS.map((followeeId) => ({ followerId, followeeId, createdAt: new Date() })))
    const answers = await Promise.all(
      [atHere, atThere, atHere, atThere, atHere, atThere, atHere, atThere].map(firstPage),
    )
    for (const answer of answers) expect(answer).toEqual(newest)
  }
})
