import { MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import type { UploadView } from '#contract/media.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { mp4, noise, upload } from '#tests/support/media.ts'
import {
  deadSockets,
  openDescriptors,
  requestText,
  sendAndLeave,
  type Leaving,
} from '#tests/support/raw-http.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

/**
 * Loaded before the product: a full garbage collection on a signal. It ends a process that has lost an open
 * file handle.
 */
const COLLECTS = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { gc(); console.log('collected') })`)}`

vi.setConfig({ testTimeout: 120_000 })

const storeUri = freshDatabase()
const store = new MongoClient(storeUri)
let server: ServerProcess
let ann: Person
let picture: string
let video: string

beforeAll(async () => {
  server = await startServerProcess({
    MONGODB_URI: storeUri,
    NODE_OPTIONS: `--expose-gc --import ${COLLECTS}`,
  })
  ann = await person(server, 'ann')
  const bytes = await noise(1400, 1000).jpeg({ quality: 95 }).toBuffer()
  const uploads = await Promise.all([
    upload(server, ann, bytes),
    upload(server, ann, bytes),
    upload(server, ann, bytes),
  ])
  const film = await upload(server, ann, await mp4(3, '640x360'), { name: 'a.mp4', type: 'video/mp4' })
  await until(
    'the video is ready',
    async () => (await ann.get<UploadView>(`/media/${film.body.id}`)).body.state === 'ready',
    60_000,
  )
  picture = await posted(uploads[0].body.mediaUrl)
  video = await posted((await ann.get<UploadView>(`/media/${film.body.id}`)).body.mediaUrl)
  await insertPosts()
  await store
    .db()
    .collection('users')
    .updateOne({ handle: 'ann' }, { $set: { isAdmin: true } })
  await until('ann is an admin', async () => (await ann.get('/admin/stats')).status === 200)
}, 120_000)
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await store.db().dropDatabase()
  await store.close()
})

async function posted(mediaUrl: string): Promise<string> {
  const { body, status, text } = await ann.post<PostView>('/posts', { text: 'for all', mediaUrl })
  if (status !== 201) throw new Error(text)
  return body.mediaUrl!
}

/** More than one batch of the database, so that an export keeps its cursor open. */
const insertPosts = async () => {
  const [authorId, createdAt] = [new ObjectId(ann.id), new Date()]
  const author = { id: ann.id, handle: 'ann', displayName: 'ann', avatarUrl: null }
  const post = {
    authorId,
    author,
    text: 'planted '.repeat(60),
    mediaUrl: null,
    mediaType: null,
    reactionCounts: {},
    reactionTotal: 0,
    commentCount: 0,
    shareCount: 0,
    createdAt,
    updatedAt: createdAt,
  }
  await store
    .db()
    .collection('posts')
    .insertMany(Array.from({ length: 5_000 }, () => ({ ...post })))
}

async function collected(): Promise<void> {
  const times = () => server.log().split('collected').length
  const before = times()
  process.kill(server.pid(), 'SIGUSR2')
  await until('everything unreachable is collected', () => times() > before)
}

/** Open cursors in the database. */
const cursorsLeft = () =>
  store
    .db('admin')
    .aggregate([
      { $currentOp: { idleCursors: true } },
      { $match: { type: 'idleCursor', ns: { $regex: `^${store.db().databaseName}[.]` } } },
    ])
    .toArray()

const filesOpen = () => openDescriptors(server.pid()).filter((place) => place.startsWith(server.uploadsDir))

async function leave(
  times: number,
  together: number,
  text: string,
  leaving: (at: number) => Leaving,
): Promise<void> {
  for (let at = 0; at < times; at += together)
    await Promise.all(
      Array.from({ length: together }, (_, one) => sendAndLeave(server, text, leaving(at + one))),
    )
}

/** The process is the same one, has nothing left open, and answers. */
async function expectUnharmed(pid: number): Promise<void> {
  await noFileOpen()
  await collected()
  await until('no connection of them is left', () => deadSockets(server.pid()).length === 0)
  expect(server.pid()).toBe(pid)
  expect((await fetch(server.url + picture)).status).toBe(200)
  expect(server.log()).not.toMatch(/garbage collection|could not be sent/)
}

const earlyOrInTheMiddle = (at: number): Leaving => (at % 2 ? 'in the middle' : { after: at % 12 })
const exported = (name: string) => requestText(server, `/api${name}`, { Cookie: ann.cookie() })
/** A file is closed a moment after its last byte was sent. */
const noFileOpen = () => until('no file is open', () => filesOpen().length === 0)
const noCursorLeft = () => until('no cursor is left', async () => (await cursorsLeft()).length === 0)

const LEAVINGS: [string, () => Promise<void>][] = [
  ['500 pictures', () => leave(500, 5, requestText(server, picture), (at) => ({ after: at % 6 }))],
  [
    '50 videos with ranges',
    () => leave(50, 5, requestText(server, video, { Range: 'bytes=1000-' }), earlyOrInTheMiddle),
  ],
  ['50 exports as a zip', () => leave(50, 5, exported('/user/export-pages'), earlyOrInTheMiddle)],
  ['50 exports as JSON', () => leave(50, 5, exported('/user/export-data'), earlyOrInTheMiddle)],
  [
    '25 lists of an admin as CSV',
    () => leave(25, 5, exported('/admin/database/export-posts?format=csv'), earlyOrInTheMiddle),
  ],
  [
    '25 lists of an admin as NDJSON',
    () => leave(25, 5, exported('/admin/database/export-posts?format=ndjson'), earlyOrInTheMiddle),
  ],
]

describe('A client that disconnects before its answer leaves no file, connection or cursor open', () => {
  test.each(LEAVINGS)('%s', async (_what, work) => {
    const pid = server.pid()
    await work()
    await noCursorLeft()
    await expectUnharmed(pid)
  })
})

test('HEAD opens nothing, and answers with the same length as GET', async () => {
  await noFileOpen()
  const { headers } = await fetch(server.url + picture, { method: 'HEAD' })
  expect(filesOpen()).toEqual([])
  const whole = await fetch(server.url + picture)
  expect(headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength))
  expect(
    (await visitor(server).raw('HEAD', '/user/export-data', undefined, { cookie: ann.cookie() })).headers.get(
      'content-disposition',
    ),
  ).toContain('.json')
  await noFileOpen()
  await noCursorLeft()
})
