import { MongoClient } from 'mongodb'
import { readdir, readFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Person, type Reply } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const storeUri = freshDatabase()
let server: ServerProcess
let proxy: net.Server
let store: MongoClient
let [ann, bob, cat, dan]: Person[] = []

/** The next command that has all these words is carried out, and its answer is lost; so are later ones on its connection. */
let loses: readonly string[] | null = null
let lost = 0

beforeAll(async () => {
  const target = new URL(storeUri.replace('mongodb://', 'http://'))
  proxy = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname)
    let isMute = false
    client.on('data', (command) => {
      if (loses?.every((word) => command.includes(word))) {
        loses = null
        isMute = true
        lost += 1
      }
      upstream.write(command)
    })
    upstream.on('data', (answer) => void (isMute || client.write(answer)))
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy())
    upstream.on('close', () => client.destroy()).on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as net.AddressInfo
  server = await startServerProcess({
    MONGODB_URI: `mongodb://127.0.0.1:${port}${target.pathname}?directConnection=true`,
    CONFIRM_ADDRESS: 'off',
  })
  store = await MongoClient.connect(storeUri)
  ;[ann, bob, cat, dan] = await Promise.all(['ann', 'bob', 'cat', 'dan'].map((name) => person(server, name)))
}, 180_000)
afterAll(async () => {
  await server?.kill()
  proxy?.close()
  await store?.db().dropDatabase()
  await store?.close()
})

const message = (from: Person, to: Person) =>
  from.post('/messages', { receiverId: to.id, content: 'Hello', clientId: crypto.randomUUID() })
const post = (from: Person) => from.post<PostView>('/posts', { text: `A post ${crypto.randomUUID()}` })

/** A write of ann's whose answer is lost, and the same for others. */
const WRITES: Record<
  string,
  { loses: string[]; own: () => Promise<Reply<unknown>>; others: () => Promise<Reply<unknown>>[] }
> = {
  'the insert of a message': {
    loses: ['insert', 'messages', 'conversationId'],
    own: () => message(ann!, bob!),
    others: () => [message(cat!, dan!), message(dan!, cat!)],
  },
  'the count of a message': {
    loses: ['findAndModify', 'conversations', 'lastSeq'],
    own: () => message(ann!, bob!),
    others: () => [message(cat!, dan!), message(dan!, cat!)],
  },
  'the commit of a post': {
    loses: ['commitTransaction'],
    own: () => post(ann!),
    others: () => [post(cat!), post(dan!)],
  },
  'the insert of a post': {
    loses: ['insert', 'posts', 'hashtags'],
    own: () => post(ann!),
    others: () => [post(cat!), post(dan!)],
  },
  'the end of a fan-out': {
    loses: ['update', 'posts', 'fanOut'],
    own: () => post(ann!),
    others: () => [post(cat!), cat!.get('/posts?feed=following')],
  },
}

it.each(Object.entries(WRITES))(
  'When the answer to %s is lost, others are served meanwhile',
  async (_, write) => {
    // Conversations exist, and so do connections.
    await Promise.all([message(ann!, bob!), message(cat!, dan!), post(ann!), post(cat!)])
    const before = lost
    loses = write.loses
    const own = write.own()
    await until('the answer is lost', () => lost > before)
    for (let round = 0; round < 3; round += 1) {
      const begun = performance.now()
      for (const { status, text } of await Promise.all(write.others()))
        expect([200, 201], text).toContain(status)
      expect(performance.now() - begun).toBeLessThan(8_000)
    }
    // Its own is there, or a sentence says that it should be tried again.
    expect([200, 201, 503]).toContain((await own).status)
  },
)

it('When the answer to the end of a job is lost, nobody gets a mail twice', async () => {
  const mailsTo = async ({ email }: Person) => {
    const folder = path.join(server.dataDir, 'outbox')
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
    )
    return mails.filter((mail) => mail.includes(email)).length
  }
  const before = lost
  loses = ['delete', 'jobs', 'asked']
  expect((await visitor(server).post('/auth/forgot-password', { email: ann!.email })).status).toBe(200)
  await until('the answer is lost', () => lost > before)
  expect((await visitor(server).post('/auth/forgot-password', { email: bob!.email })).status).toBe(200)
  const jobs = store.db().collection('jobs')
  await until(
    'both mails are there, and no job runs any more',
    async () =>
      (await mailsTo(ann!)) > 0 && (await mailsTo(bob!)) > 0 && !(await jobs.findOne({ state: 'running' })),
    60_000,
  )
  expect(await Promise.all([ann!, bob!].map(mailsTo))).toEqual([1, 1])
  expect(server.log()).not.toContain('a job has failed')
})
