import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES } from '#contract/errors.ts'
import type { PostView } from '#contract/posts.ts'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { freeze } from '#tests/support/freeze.ts'
import { people, person, visitor, type Person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { ModelPage } from '../realtime/support/model-page.ts'
import { acknowledgedBy, crowdedChat } from './chatter.ts'
import { expectMessagesConsistent } from './expect-messages.ts'
import { expectReactionsConsistent, Reactor } from './reactor.ts'
import { startWriting, Writer } from './writer.ts'
import {
  Commenter,
  expectCommentsConsistent,
  expectFollowsConsistent,
  expectMentionsConsistent,
  Follower,
  Mentioner,
} from './writers.ts'

const TIMES = 3
/** People who write to the same things. */
const CROWD = 6
let server: ServerProcess

beforeAll(async () => {
  // Its own embedded database, which the server has to restart by itself.
  server = await startServerProcess({ MONGODB_URI: '' })
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const mongodPid = async () =>
  Number(await readFile(path.join(server.dataDir, 'mongo/db/mongod.lock'), 'utf8'))

it(`L3 L5 L6 L7 L20: what is written in groups survives ${TIMES} kills of mongod once each, and open pages converge`, async () => {
  await survives('killed', async () => {
    const killed = await mongodPid()
    process.kill(killed, 'SIGKILL')
    await until('another mongod has taken over', async () => (await mongodPid()) !== killed, 60_000)
  })
}, 300_000)

it(`L3 L5 L6 L7 L20: and ${TIMES} stepdowns of the primary`, async () => {
  const { uri } = (await attachEmbedded(server.dataDir))!
  const client = await MongoClient.connect(uri, { readPreference: 'primaryPreferred' })
  const admin = client.db('admin')
  const term = async () => Number((await admin.command({ replSetGetStatus: 1 }))['term'])
  try {
    const before = await term()
    await survives('deposed', async () => {
      // It is the only member, so it has to be forced, and becomes the primary again after this time.
      await admin.command({ replSetStepDown: 2, secondaryCatchUpPeriodSecs: 1, force: true })
    })
    expect(await term()).toBeGreaterThanOrEqual(before + TIMES)
  } finally {
    await client.close()
  }
}, 300_000)

/**
 * People write messages, reactions, comments, follows, posts and mentions at the same time, so that groups
 * form, while the store is disturbed. Nothing acknowledged is lost or doubled, and all counters are right.
 */
async function survives(name: string, disturb: () => Promise<void>): Promise<void> {
  const [ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_${name}`)
  const crowd = await Promise.all(
    Array.from({ length: CROWD }, (_, at) => person(server, `crowd_${name}_${at}`)),
  )
  const { id: postId } = (await ann.post<PostView>('/posts', { text: 'React to this' })).body
  const chatters = crowdedChat(ann, bob, 3)
  const author = new Author(cat)
  const reactors = crowd.map((one) => new Reactor(one, postId))
  const commenters = crowd.map((one) => new Commenter(one, postId))
  const followers = crowd.map((one) => new Follower(one, cat))
  const mentioners = crowd.map((one) => new Mentioner(one, bob))
  const pages = await Promise.all([bob, cat].map(openPage))
  const stop = startWriting([...chatters, author, ...reactors, ...commenters, ...followers, ...mentioners])
  const least = () =>
    Math.min(
      acknowledgedBy(chatters),
      author.posts.length,
      ...[...reactors, ...followers].map(({ acknowledged }) => acknowledged),
      ...[...commenters, ...mentioners].map(({ written }) => written.length),
    )
  for (let time = 0; time < TIMES; time += 1) {
    const before = least()
    await until('all write again', () => least() >= before + 3, 60_000)
    await disturb()
    await until(
      'the store answers again',
      async () => (await fetch(`${server.url}/readyz`)).status === 200,
      60_000,
    )
  }
  const afterLast = least()
  await until('all write after the last time', () => least() >= afterLast + 2, 60_000)
  await stop()
  await expectReactionsConsistent(reactors)
  await expectCommentsConsistent(ann, postId, commenters)
  await expectFollowsConsistent(cat, followers)
  await expectMentionsConsistent(bob, mentioners)
  await expectMessagesConsistent(ann, bob, chatters)
  expect((await everyPostOf(cat)).sort()).toEqual(author.posts.sort())
  for (const page of pages) await endsAsTheTruth(page)
  expect(unexpectedErrors()).toEqual([])
}

/** Publishes one post after the other, each under a clientId of its own: a post is a transaction. */
class Author extends Writer {
  /** Ids of those that were acknowledged. */
  readonly posts: string[] = []
  readonly #person: Person

  constructor(person: Person) {
    super(50)
    this.#person = person
  }

  protected async writeNext(): Promise<void> {
    const post = { text: `Post ${this.posts.length + 1}`, clientId: randomUUID() }
    const { id } = await this.answered(() => this.#person.post<PostView>('/posts', post))
    this.posts.push(id)
  }
}

async function everyPostOf(author: Person): Promise<string[]> {
  const all: PostView[] = []
  for (;;) {
    const cursor = all.at(-1)?.createdAt
    const { body } = await author.get<PostView[]>(
      `/users/${author.handle}/posts${cursor ? `?cursor=${cursor}` : ''}`,
    )
    if (body.length === 0) return all.map(({ id }) => id)
    all.push(...body)
  }
}

async function openPage(who: Person): Promise<ModelPage> {
  const page = new ModelPage(who, server)
  page.connect()
  await until(
    'the page has loaded',
    async () => {
      await page.settled()
      return page.hasLoaded
    },
    60_000,
  )
  return page
}

/** What the page shows is what one shows that is opened now. */
async function endsAsTheTruth(page: ModelPage): Promise<void> {
  const fresh = await openPage(page.person)
  const shown = async () => {
    await page.settled()
    return page.view()
  }
  await expect.poll(shown, { timeout: 30_000 }).toEqual(fresh.view())
  page.cut()
  fresh.cut()
}

it('every call and page answers 503 with Retry-After while the store hangs, and the log has one line', async () => {
  const [ann, bob] = [await person(server, 'ann_waits'), await person(server, 'bob_waits')]
  const linesBefore = outageLines().length
  const begun = Date.now()
  const page = (cookie: string) => fetch(`${server.url}/`, { headers: { cookie } })
  const calls = () => [
    ann.get('/auth/me'),
    ann.get('/notifications'),
    ann.post('/messages', { receiverId: bob.id, content: 'Is anybody in there?', clientId: randomUUID() }),
    ann.post('/posts', { text: 'Hello?' }),
    visitor(server).get(`/users/${bob.handle}`),
    page(ann.cookie()),
  ]
  const hung = await mongodPid()
  await freeze(hung)
  try {
    for (const answers of [await Promise.all(calls()), await Promise.all(calls())]) {
      const inWords = answers.map(({ status, headers }) => `${status}, wait ${headers.get('retry-after')} s`)
      expect(inWords.join('\n')).toBe(answers.map(() => '503, wait 5 s').join('\n'))
    }
    // Public pages are sent without their content.
    const pages = () =>
      ['/', '/feed', `/u/${bob.handle}`, '/blog'].map((path) => fetch(`${server.url}${path}`))
    for (const answers of [await Promise.all(pages()), await Promise.all(pages())])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    expect((await ann.get('/auth/me')).text).toBe(MESSAGES.busy)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  } finally {
    process.kill(hung, 'SIGCONT')
  }
  await until('the store answers again', async () => (await ann.get('/auth/me')).status === 200, 60_000)
  const times = outageLines().slice(linesBefore)
  expect(times).toHaveLength(1)
  expect(warningsTwice(begun)).toEqual([])
  expect(unexpectedErrors()).toEqual([])
}, 120_000)

/** Lines of errors for which the server did not recognise the outage. */
const unexpectedErrors = (): string[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes('request failed') || line.includes('a page is sent without its content'))

/** Warnings with a store's error that were logged more than once since a moment, or with a stack. */
function warningsTwice(since: number): string[] {
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":40'))
    .map(
      (line) => JSON.parse(line) as { time: number; msg: string; reason?: string; err?: { stack: string } },
    )
    .filter(({ time }) => time >= since)
  const words = lines.flatMap(({ msg, reason }) => (reason?.startsWith('Mongo') ? [msg] : []))
  const stacks = lines.flatMap(({ msg, err }) => (err?.stack.startsWith('Mongo') ? [msg] : []))
  return [...words.filter((one, at) => words.indexOf(one) !== at), ...stacks]
}

/** When the log told of an outage, epoch ms. */
const outageLines = (): number[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"the store does not answer"'))
    .map((line) => (JSON.parse(line) as { time: number }).time)
