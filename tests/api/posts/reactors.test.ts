import { Types } from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PostView, ReactionEmoji, ReactorView } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const [POO, HEART] = REACTIONS.map(({ emoji }) => emoji) as [ReactionEmoji, ReactionEmoji]

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'])
})
afterAll(() => server.close())

const newPost = async () => (await ann.post<PostView>('/posts', { text: 'React to this' })).body.id
const react = (by: Person, id: string, emoji: ReactionEmoji) => by.post(`/posts/${id}/react`, { emoji })
const list = (by: Caller, id: string, query: Record<string, string> = {}) =>
  by.get<ReactorView[]>(`/posts/${id}/reactions?${new URLSearchParams(query)}`)
const listed = async (...given: Parameters<typeof list>) =>
  (await list(...given)).body.map(({ handle, emoji }) => `${handle} ${emoji}`)

it('lists who reacted, newest first, and those with one emoji', async () => {
  const id = await newPost()
  expect(await listed(ann, id)).toEqual([])
  await react(bob, id, POO)
  await react(cat, id, HEART)
  expect(await listed(visitor(server), id)).toEqual([`cat ${HEART}`, `bob ${POO}`])
  expect(await listed(ann, id, { emoji: POO })).toEqual([`bob ${POO}`])
  // A replaced reaction is a new one; a withdrawn one is gone.
  await react(bob, id, HEART)
  await react(cat, id, HEART)
  expect(await listed(ann, id)).toEqual([`bob ${HEART}`])
  expect(await listed(ann, id, { emoji: POO })).toEqual([])
})

it('shows whom the viewer follows', async () => {
  const id = await newPost()
  await react(bob, id, POO)
  await cat.post(`/users/${bob.id}/follow`)
  expect((await list(cat, id)).body[0]).toMatchObject({ handle: 'bob', isFollowing: true })
  expect((await list(visitor(server), id)).body[0]).toMatchObject({ isFollowing: false })
})

it('leaves out people with a block, and is 404 for a post that is not visible', async () => {
  const [dan, eve] = [await person(server, 'dan'), await person(server, 'eve')]
  const id = await newPost()
  await react(dan, id, POO)
  await react(cat, id, POO)
  await eve.post(`/users/${dan.id}/block`)
  expect(await listed(eve, id)).toEqual([`cat ${POO}`])
  await eve.post(`/users/${ann.id}/block`)
  expect((await list(eve, id)).status).toBe(404)
  expect((await list(ann, '0'.repeat(24))).status).toBe(404)
})

/** Reactions of accounts that exist, many of the same moment, as one commit of a group writes them. */
async function crowd(postId: string, count: number): Promise<string[]> {
  const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  const template = (await UserModel.findOne({ handle: 'bob' }).lean())!
  const at = Date.now()
  const users = Array.from({ length: count }, (_, place) => ({
    ...template,
    _id: new Types.ObjectId(),
    handle: `crowd${postId.slice(-6)}${place}`,
    email: `crowd${postId}${place}@people.example`,
  }))
  await UserModel.collection.insertMany(users)
  await ReactionModel.insertMany(
    users.map(({ _id }, place) => ({
      postId,
      userId: _id,
      emoji: place % 5 === 0 ? HEART : POO,
      postAt: new Date(at),
      // Three moments.
      createdAt: new Date(at - Math.floor(place / 25) * 1000),
    })),
  )
  return users.map(({ handle }) => handle)
}

async function allPages(id: string, query: Record<string, string> = {}): Promise<ReactorView[]> {
  const rows: ReactorView[] = []
  for (;;) {
    const cursor = rows.at(-1)?.cursor
    const { body } = await list(ann, id, { ...query, ...(cursor && { cursor }) })
    if (body.length === 0) return rows
    rows.push(...body)
  }
}

it('goes on by cursor within one moment as well, each person once, and reads one index', async () => {
  const id = await newPost()
  const handles = await crowd(id, 63)
  const all = await allPages(id)
  expect(all.map(({ handle }) => handle).toSorted()).toEqual(handles.toSorted())
  const hearts = await allPages(id, { emoji: HEART })
  expect(hearts.map(({ emoji }) => emoji)).toEqual(Array(13).fill(HEART))
  const query = `/posts/${id}/reactions?cursor=${all[19]!.cursor}`
  const reads = (await readsOf(() => ann.get(query))).filter(({ collection }) => collection === 'reactions')
  expectIndexed(reads)
  expect(reads.map(({ docsExamined }) => docsExamined)).toEqual([0])
})

it('refuses a foreign cursor', async () => {
  const id = await newPost()
  const packed = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
  for (const cursor of ['x', packed('1'), packed('-1', id), packed('9'.repeat(16), id), packed('1', 'x')])
    expect((await list(ann, id, { cursor })).status, cursor).toBe(400)
  expect((await list(ann, id, { emoji: '🤖' })).status).toBe(400)
})
