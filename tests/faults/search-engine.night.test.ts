import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '#contract/errors.ts'
import type { MessageView } from '#contract/messages.ts'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { PostView } from '#contract/posts.ts'
import { hasGroonga, startGroonga, type GroongaProcess } from '#tests/support/groonga.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { seeded } from '#tests/support/seeded.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

let groonga: GroongaProcess
let servers: TwoServers
/** The same store without an engine. */
let plain: ServerProcess
let people: Person[]

const WORDS = ['drip', 'drop', 'pipe', 'bowl', 'lid', 'seat', 'cistern', 'plunger', 'c++', '金の便座', 'café']
const QUERIES = [
  'drip',
  'drip drop',
  'pipe bowl lid',
  'cistern plunger',
  'c++',
  'bowl c++',
  'cafe seat',
  '便座',
  'drip neverwritten',
  'drop from:ann',
  'lid c++ from:bob',
]
const dice = seeded(36)
// The first words are common, the last ones are rare.
const newText = () => `${WORDS.filter((_, place) => dice(12) < 9 - place).join(' ')} once${dice(1_000_000)}`
const one = <T>(list: readonly T[]): T => list[dice(list.length)]!

/** The same person at another process. */
function at(process: { url: string }, who: Person): Person {
  const caller = visitor(process)
  caller.setCookie(who.cookie())
  return { ...who, ...caller }
}

beforeAll(async () => {
  if (!hasGroonga) return
  groonga = await startGroonga()
  servers = await startTwoServers({ SEARCH_URL: groonga.url, UNDO_MS: '0' })
  plain = await servers.startAnother({ SEARCH_URL: '' })
  people = await Promise.all(['ann', 'bob', 'cat', 'dan'].map((name) => person(servers.here, name)))
  for (const who of people)
    for (const other of people) if (other !== who) await who.post(`/users/${other.id}/follow`)
})
afterAll(async () => {
  await plain?.[Symbol.asyncDispose]()
  await servers?.close()
  await groonga?.[Symbol.asyncDispose]()
})

const isFilled = async () =>
  (await servers.store.collection('jobs').findOne({ kind: 'search-engine' }))?.['progress']?.filled === true

async function postIds(who: Person, q: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const { body, status } = await who.get<PostView[]>(`/posts?q=${encodeURIComponent(q)}${cursor}`)
    if (status !== 200) throw new Error(`${status} for ${q}`)
    if (body.length === 0) return ids
    ids.push(...body.map(({ id }) => id))
    cursor = `&cursor=${body.at(-1)!.createdAt}`
  }
}

async function messageIds(who: Person, q: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/messages/search?q=${encodeURIComponent(q)}${cursor && `&cursor=${cursor}`}`
    const { body, status }: { body: MessageSearchPage; status: number } = await who.get(path)
    if (status !== 200) throw new Error(`${status} for ${q}`)
    ids.push(...body.messages.map(({ id }) => id))
    cursor = body.cursor
  }
  return ids
}

/** All that the people find at a process, by query. */
async function allFound(process: { url: string }, who: readonly Person[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const each of who)
    for (const q of QUERIES) {
      found[`posts for ${each.handle}: ${q}`] = await postIds(at(process, each), q)
      found[`messages for ${each.handle}: ${q}`] = await messageIds(at(process, each), q)
    }
  return found
}

const indexed = (collection: string) =>
  servers.store.collection(collection).countDocuments({ 'words.0': { $exists: true } })
const hasAll = async (collection: string) => (await groonga.count(collection)) === (await indexed(collection))

/** The engine has exactly what the store has, and both servers find what one without the engine finds. */
async function expectSame(): Promise<void> {
  const who = people.slice(0, 2)
  await until('the engine is filled', isFilled)
  await until('the engine has every post', () => hasAll('posts'))
  await until('the engine has every message', () => hasAll('messages'))
  const expected = await allFound(plain, who)
  // A process that believes in the tables of before a refill refuses a search once.
  for (const server of [servers.here, servers.there])
    await eventually(async () => expect(await allFound(server, who)).toEqual(expected))
  const kinds = Object.entries(expected).filter(([, ids]) => ids.length > 0)
  expect(kinds.length).toBeGreaterThan(QUERIES.length)
}

const posts: { who: Person; id: string }[] = []
const messages: { who: Person; path: string }[] = []

/** Writes, edits and deletes, at both servers. */
async function liveOn(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const who = at(one([servers.here, servers.there, plain]), one(people))
    const text = newText()
    if (step % 2 === 0) {
      const { body } = await who.post<PostView>('/posts', { text })
      posts.push({ who, id: body.id })
    } else {
      const to = one(people.filter(({ id }) => id !== who.id))
      const { body } = await who.post<MessageView>('/messages', { receiverId: to.id, content: text })
      messages.push({ who, path: `/messages/${body.conversationId}/${body.id}` })
    }
    if (step % 5 === 4) {
      const post = one(posts)
      await post.who.patch(`/posts/${post.id}`, { text: newText() })
      const message = one(messages)
      await message.who.patch(message.path, { content: newText() })
    }
    if (step % 7 === 6) {
      const [post] = posts.splice(dice(posts.length), 1)
      await post!.who.delete(`/posts/${post!.id}`)
      const [message] = messages.splice(dice(messages.length), 1)
      await message!.who.delete(message!.path)
    }
  }
}

describe.skipIf(!hasGroonga)('A search engine beside two servers', () => {
  it('finds what the database finds, whatever happens to posts and messages', async () => {
    await liveOn(120)
    await expectSame()
    const [ann, bob] = people as [Person, Person]
    await bob.post(`/users/${ann.id}/block`)
    await expectSame()
    await bob.delete(`/users/${ann.id}/block`)
  })

  it('has nothing of a person who was erased', async () => {
    const eve = await person(servers.there, 'eve')
    await eve.post('/posts', { text: 'drip drop of eve' })
    await eve.post('/messages', { receiverId: people[0]!.id, content: 'pipe bowl lid of eve' })
    await expectSame()
    expect((await eve.delete('/user/delete-account')).status).toBe(204)
    const erasures = () => servers.store.collection('jobs').countDocuments({ kind: 'erase-account' })
    await until('she is erased', async () => {
      // Not of one that runs: another server would take it over, each time as after a crash.
      const second = { kind: 'erase-account', progress: 'once more', state: 'waiting' }
      await servers.store.collection('jobs').updateMany(second, { $set: { dueAt: new Date(0) } })
      return (await erasures()) === 0
    })
    await expectSame()
  })

  it('that is killed lets searches alone fail, and is filled again with what was written meanwhile', async () => {
    await groonga.kill()
    const ann = at(servers.here, people[0]!)
    // Not asked before: an answer is kept for a moment.
    const answer = await ann.get('/posts?q=drip%20bowl')
    expect([answer.status, answer.text]).toEqual([503, MESSAGES.searchAway])
    expect((await ann.get('/messages/search?q=drip')).status).toBe(503)
    expect((await ann.get('/posts')).status).toBe(200)
    await liveOn(40)
    await groonga.resume()
    await expectSame()
  })

  it('goes on after the kill of the server that writes to it', async () => {
    const job = await servers.store.collection('jobs').findOne({ kind: 'search-engine', state: 'running' })
    expect(job).not.toBeNull()
    await Promise.all([servers.here.kill(), servers.there.kill()])
    await at(plain, people[0]!).post('/posts', { text: newText() })
    await Promise.all([servers.here.start(), servers.there.start()])
    await liveOn(20)
    await expectSame()
  })

  it('is filled anew by npm run rebuild', async () => {
    const stateOf = async () =>
      (await servers.store.collection('jobs').findOne({ kind: 'search-engine' }))?.['progress']
        ?.index as string
    const before = await stateOf()
    await servers.store
      .collection('jobs')
      .updateOne({ kind: 'search-engine' }, { $set: { 'payload.request': 'again' }, $inc: { asked: 1 } })
    await until('it has other tables', async () => (await stateOf()) !== before)
    await expectSame()
  })
})
