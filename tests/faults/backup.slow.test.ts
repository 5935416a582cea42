import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { plain, upload } from '#tests/support/media.ts'
import { seeded } from '#tests/support/seeded.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const [storeUri, secondUri] = [freshDatabase(), freshDatabase()]
/** So many large documents that a backup takes long enough to be killed while it runs. */
const BALLAST = 2_000
// Jobs continue while the stores are compared.
const LEFT_OUT = ['sessions', 'reset_tokens', 'jobs', 'activeVisitors', 'migrations']

let server: ServerProcess
let folder: string
let [first, second]: mongo.MongoClient[] = []
let people: Person[]
const backup = () => path.join(folder, 'backup')

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-backup-'))
  server = await startServerProcess({ MONGODB_URI: storeUri })
  ;[first, second] = await Promise.all([
    mongo.MongoClient.connect(storeUri),
    mongo.MongoClient.connect(secondUri),
  ])
  people = await Promise.all(['ann', 'bob', 'cat', 'dan'].map((name) => person(server, name)))
  // What they write to each other is no request (LIVE L37).
  for (const who of people)
    for (const other of people) if (other !== who) await who.post(`/users/${other.id}/follow`)
}, 90_000)
afterAll(async () => {
  for (const client of [first, second]) {
    await client?.db().dropDatabase()
    await client?.close()
  }
  await server?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

interface Command {
  readonly ended: Promise<{ code: number | null; said: string }>
  kill(): void
}

/** `npm run backup` or `npm run restore` as a process of its own. */
function command(script: string, args: string[], env: Record<string, string>): Command {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', script), ...args], {
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  return {
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })),
    kill: () => void child.kill('SIGKILL'),
  }
}

const takeBackup = () =>
  command('backup.ts', [backup()], { MONGODB_URI: storeUri, UPLOADS_DIR: server.uploadsDir })
const restore = (...flags: string[]) =>
  command('restore.ts', [backup(), ...flags], {
    MONGODB_URI: secondUri,
    UPLOADS_DIR: path.join(folder, 'uploads'),
  }).ended

/**
 * People who write until they are stopped: everything that touches several documents at once, and files that
 * come and go.
 */
function busyHouse(): { stop: () => Promise<{ posts: number; messages: number; deleted: number }> } {
  const end = new AbortController()
  const done = { posts: 0, messages: 0, deleted: 0 }
  const live = async (who: Person, at: number) => {
    const dice = seeded(at)
    const others = people.filter((one) => one !== who)
    const own: string[] = []
    while (!end.signal.aborted) {
      const other = others[dice(others.length)]!
      const mediaUrl =
        dice(3) === 0
          ? (
              await upload(
                server,
                who,
                await plain(40 + dice(9), 30)
                  .png()
                  .toBuffer(),
                { name: 'a.png', type: 'image/png' },
              )
            ).body.mediaUrl
          : undefined
      const post = await who.post<PostView>('/posts', {
        text: `Post of ${who.handle} #flush`,
        clientId: crypto.randomUUID(),
        ...(mediaUrl && { mediaUrl }),
      })
      expect(post.status).toBe(201)
      done.posts++
      own.push(post.body.id)
      const message = await who.post<MessageView>('/messages', {
        receiverId: other.id,
        content: 'Psst',
        clientId: crypto.randomUUID(),
      })
      expect(message.status).toBe(201)
      done.messages++
      await other.post(`/posts/${post.body.id}/react`, { emoji: '👍' })
      await other.post(`/posts/${post.body.id}/comments`, { text: 'Indeed', clientId: crypto.randomUUID() })
      if (dice(3) > 0) continue
      expect((await who.delete(`/posts/${own.splice(dice(own.length), 1)[0]}`)).status).toBe(204)
      done.deleted++
    }
  }
  const lives = Promise.all(people.map(live))
  return {
    stop: async () => {
      end.abort()
      await lives
      return done
    },
  }
}

const progress = async () =>
  mongo.BSON.EJSON.parse(await readFile(path.join(backup(), 'backup.json'), 'utf8'))

/**
 * All documents of a database as text, by collection; of one moment that the store still remembers, where it
 * is given.
 */
async function contents(
  client: mongo.MongoClient,
  atClusterTime?: mongo.Timestamp,
): Promise<Record<string, string[]>> {
  const db = client.db()
  const names = (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !LEFT_OUT.includes(name))
    .sort()
  const rows = names.map(async (name) => {
    const cursor = db.runCursorCommand({
      find: name,
      batchSize: 10_000,
      ...(atClusterTime && { readConcern: { level: 'snapshot', atClusterTime } }),
    })
    return [
      name,
      (await cursor.toArray()).map((document) => mongo.BSON.EJSON.stringify(document)).sort(),
    ] as const
  })
  return Object.fromEntries((await Promise.all(rows)).filter(([, documents]) => documents.length > 0))
}

test('a backup that is killed goes on, and has the state of one moment while people wrote', async () => {
  const ballast = Array.from({ length: BALLAST }, (_, at) => ({ at, text: 'x'.repeat(20_000) }))
  await first!.db().collection('ballast').insertMany(ballast)
  const before = await Promise.all(
    people.map(
      async (who) =>
        (
          await who.post<PostView>('/posts', {
            text: `First of ${who.handle}`,
            clientId: crypto.randomUUID(),
          })
        ).body.id,
    ),
  )
  const house = busyHouse()
  const killed = takeBackup()
  await until(
    'the backup is in the middle of a collection',
    async () =>
      existsSync(path.join(backup(), 'backup.json')) &&
      Number((await progress())['collections']['ballast']?.bytes ?? 0) > 0,
    60_000,
  )
  killed.kill()
  await killed.ended
  expect((await progress())['collections']['ballast'], 'it was in the middle').toMatchObject({ done: false })
  expect((await restore()).said).toMatch(/holds no complete backup/)
  const { code, said } = await takeBackup().ended
  const wrote = await house.stop()
  expect([code, said]).toEqual([0, expect.stringContaining('The backup shows the state of')])
  expect(Math.min(wrote.posts, wrote.messages, wrote.deleted), said).toBeGreaterThan(3)

  const restored = await restore()
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Everybody must log in again')])
  const cutAt = (await progress())['cutAt'] as mongo.Timestamp
  const [then, now] = [await contents(first!, cutAt), await contents(second!)]
  expect(Object.keys(now)).toEqual(Object.keys(then))
  for (const name of Object.keys(then)) expect(now[name], name).toEqual(then[name])
  expect(now['ballast']).toHaveLength(BALLAST)
  expect(now['posts']!.filter((post) => before.some((id) => post.includes(id)))).toHaveLength(before.length)
})

test('a restored installation is consistent: dense sequences, right counters, every file, its indexes', async () => {
  const db = second!.db()
  for (const { _id, lastSeq } of await db.collection('conversations').find().toArray()) {
    const seqs = (
      await db.collection('messages').find({ conversationId: _id }).sort({ seq: 1 }).toArray()
    ).map(({ seq }) => seq as number)
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => at + 1))
    expect([seqs.length, seqs.length - 1], 'a message is there before its conversation counts it').toContain(
      lastSeq,
    )
  }
  for (const post of await db.collection('posts').find().toArray()) {
    expect(post['commentCount']).toBe(await db.collection('comments').countDocuments({ postId: post._id }))
    expect(post['reactionTotal']).toBe(await db.collection('reactions').countDocuments({ postId: post._id }))
  }
  for (const { _id, postCount } of await db.collection('users').find().toArray())
    expect(postCount).toBe(await db.collection('posts').countDocuments({ authorId: _id }))
  const media = await db.collection('media').find({ state: 'ready' }).toArray()
  expect(media.length).toBeGreaterThan(0)
  for (const { token, files } of media)
    for (const { role } of files as { role: string }[])
      expect(
        existsSync(path.join(folder, 'uploads', token.slice(0, 2), token, `${role}.webp`)),
        `${token}/${role}`,
      ).toBe(true)
  expect(await db.collection('sessions').countDocuments()).toBe(0)
  expect((await db.collection('messages').indexes()).map(({ name }) => name).sort()).toEqual(
    (await first!.db().collection('messages').indexes()).map(({ name }) => name).sort(),
  )
})

test('people of a restored installation log in and continue', async () => {
  const copy = await startServerProcess({ MONGODB_URI: secondUri, UPLOADS_DIR: path.join(folder, 'uploads') })
  try {
    const ann = visitor(copy)
    expect((await ann.post('/auth/login', { email: people[0]!.email, password: PASSWORD })).status).toBe(200)
    const feed = (await ann.get<PostView[]>('/posts')).body
    expect(feed.length).toBeGreaterThan(3)
    expect(
      (
        await ann.post('/messages', {
          receiverId: people[1]!.id,
          content: 'Still there?',
          clientId: crypto.randomUUID(),
        })
      ).status,
    ).toBe(201)
    const { mediaUrl } = (await ann.get<PostView[]>('/users/ann/media')).body[0]!
    expect((await fetch(new URL(mediaUrl!, copy.url))).status).toBe(200)
  } finally {
    await copy[Symbol.asyncDispose]()
  }
})

test('an installation that is not empty, and a damaged backup, are refused with a message', async () => {
  expect(await restore()).toMatchObject({
    code: 1,
    said: expect.stringContaining('This installation is not empty'),
  })
  const file = path.join(backup(), 'store', 'posts.bson')
  const { length } = await readFile(file)
  await appendFile(file, 'x')
  expect(await restore('--overwrite')).toMatchObject({
    code: 1,
    said: expect.stringContaining('store/posts.bson of the backup is not what was written'),
  })
  expect(await second!.db().collection('posts').countDocuments(), 'nothing was touched').toBeGreaterThan(0)
  await truncate(file, length)
  expect(await takeBackup().ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('holds a complete backup already'),
  })
})

test('a restore that was cut short stops the server from starting, and is run again', async () => {
  await second!.db().collection<{ _id: string }>('migrations').insertOne({ _id: 'restoring' })
  await expect(startServerProcess({ MONGODB_URI: secondUri })).rejects.toThrow(/Run the restore again/)
  expect(await restore()).toMatchObject({ code: 0 })
  expect(await contents(second!)).toEqual(
    await contents(first!, (await progress())['cutAt'] as mongo.Timestamp),
  )
})
