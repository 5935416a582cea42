import { MongoClient } from 'mongodb'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { people, visitor, type Person, type Reply } from '#tests/support/http-client.ts'
import { startLossyStore, type LossyStore } from '#tests/support/lossy-store.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const storeUri = freshDatabase()
let server: ServerProcess
let lossy: LossyStore
let store: MongoClient

beforeAll(async () => {
  lossy = await startLossyStore(storeUri)
  server = await startServerProcess({ MONGODB_URI: lossy.uri, CONFIRM_ADDRESS: 'off' })
  store = await MongoClient.connect(storeUri)
}, 180_000)
afterAll(async () => {
  await server?.kill()
  lossy?.close()
  await store?.db().dropDatabase()
  await store?.close()
})

const message = (from: Person, to: Person) =>
  from.post('/messages', { receiverId: to.id, content: 'Hello', clientId: crypto.randomUUID() })
const post = (from: Person) => from.post<PostView>('/posts', { text: `A post ${crypto.randomUUID()}` })

/** The next command that has all these words is carried out, and nothing comes on its connection any more. */
const lose = (...words: string[]) =>
  lossy.lose(({ bytes }) => words.every((word) => bytes.includes(word)), 'silence')

it('When the answers to writes of all kinds are lost, others are served meanwhile', async () => {
  const [ann, bob, cat, dan, eve, fay, gus, hal, ida] = await people({ url: server.url }, [
    'ann',
    'bob',
    'cat',
    'dan',
    'eve',
    'fay',
    'gus',
    'hal',
    'ida',
  ])
  /** What is lost, and the write of somebody with whom the others have nothing to do. */
  const writes: [lost: string[], own: () => Promise<Reply<unknown>>][] = [
    // The insert and the count of a message.
    [['insert', 'messages', 'conversationId'], () => message(ann, bob)],
    [['findAndModify', 'conversations', 'lastSeq'], () => message(eve, fay)],
    // The commit and the insert of a post, and the end of its fan-out.
    [['commitTransaction'], () => post(gus)],
    [['insert', 'posts', 'hashtags'], () => post(hal)],
    [['update', 'posts', 'fanOut'], () => post(ida)],
  ]
  // Conversations exist, and so do connections.
  await Promise.all([message(ann, bob), message(eve, fay), message(cat, dan), post(gus), post(cat)])
  const own: Promise<Reply<unknown>>[] = []
  for (const [words, write] of writes) {
    const lost = lose(...words)
    own.push(write())
    await lost
  }
  const others = () => [
    message(cat, dan),
    message(dan, cat),
    post(cat),
    post(dan),
    cat.get('/posts?feed=following'),
  ]
  for (let round = 0; round < 3; round += 1) {
    const begun = performance.now()
    for (const { status, text } of await Promise.all(others())) expect([200, 201], text).toContain(status)
    expect(performance.now() - begun).toBeLessThan(8_000)
  }
  // Its own is there, or a sentence says that it should be tried again.
  for (const { status } of await Promise.all(own)) expect([200, 201, 503]).toContain(status)
})

it('When the answer to the end of a job is lost, nobody gets a mail twice', async () => {
  const [ann, bob] = await people({ url: server.url }, ['mailed_ann', 'mailed_bob'])
  const mailsTo = async ({ email }: Person) => {
    const folder = path.join(server.dataDir, 'outbox')
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
    )
    return mails.filter((mail) => mail.includes(email)).length
  }
  const lost = lose('delete', 'jobs', 'asked')
  expect((await visitor(server).post('/auth/forgot-password', { email: ann.email })).status).toBe(200)
  await lost
  expect((await visitor(server).post('/auth/forgot-password', { email: bob.email })).status).toBe(200)
  const jobs = store.db().collection('jobs')
  await until(
    'both mails are there, and no job runs any more',
    async () =>
      (await mailsTo(ann)) > 0 && (await mailsTo(bob)) > 0 && !(await jobs.findOne({ state: 'running' })),
    60_000,
  )
  expect(await Promise.all([ann, bob].map(mailsTo))).toEqual([1, 1])
  expect(server.log()).not.toContain('a job has failed')
})
