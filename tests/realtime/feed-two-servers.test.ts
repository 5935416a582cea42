import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Caller } from '#tests/support/http-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let servers: TwoServers
beforeAll(async () => {
  servers = await startTwoServers()
}, 120_000)
afterAll(() => servers?.close())

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
