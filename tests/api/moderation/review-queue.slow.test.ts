import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import type { WaitingView } from '#contract/moderation.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// Two processes: within one, a lock keeps a release and a withdrawal apart.
const storeUri = freshDatabase()
let store: mongoose.mongo.MongoClient
let one: ServerProcess
let two: ServerProcess
let king: Person

beforeAll(async () => {
  const env = { MONGODB_URI: storeUri, SESSION_SECRET: 'shared-by-both-processes' }
  ;[one, two] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  store = await mongoose.mongo.MongoClient.connect(storeUri)
  const { id } = await person(one, 'queue_king')
  await store
    .db()
    .collection('users')
    .updateOne({ _id: new mongoose.Types.ObjectId(id) }, { $set: { isAdmin: true } })
  king = await person(one, 'queue_king')
}, 90_000)
afterAll(async () => {
  await Promise.all([one?.[Symbol.asyncDispose](), two?.[Symbol.asyncDispose]()])
  await store?.db().dropDatabase()
  await store?.close()
})

const entries = () => store.db().collection('held_writings')

/** A post of this person that waits for an admin; `fields` are stored with it. */
async function queued(author: Person, text: string, fields: object = {}): Promise<string> {
  const { insertedId } = await entries().insertOne({
    authorId: new mongoose.Types.ObjectId(author.id),
    kind: 'post',
    input: { text, clientId: crypto.randomUUID() },
    postId: null,
    text,
    score: 85,
    signs: [],
    verdict: 'held',
    createdAt: new Date(),
    rev: 1,
    ...fields,
  })
  return insertedId.toHexString()
}

const release = (id: string) => king.post(`/admin/held/${id}/release`)
const reject = (id: string) => king.delete(`/admin/held/${id}`)
const waiting = async (who: Person) => (await who.get<WaitingView[]>('/users/me/waiting')).body

test('a text that is withdrawn or rejected at one process while another releases it has one of the two ends', async () => {
  const ann = await person(two, 'queue_ann')
  for (let round = 0; round < 12; round++) {
    const text = `Round ${round}`
    const id = await queued(ann, text)
    const withdraw = () => ann.delete(`/users/me/waiting/${id}`)
    const [released, withdrawn] = await Promise.all(
      round % 2 === 0 ? [release(id), withdraw()] : [withdraw(), release(id)].toReversed(),
    )
    // At the process that may have published it: without Redis the other one has its caches for a moment.
    const posts = (await king.get<PostView[]>(`/users/${ann.handle}/posts`)).body
    const isPublished = posts.some((post) => post.text === text)
    expect([released!.status === 204, withdrawn!.status === 204], text).toEqual([isPublished, !isPublished])
  }
  expect(await waiting(ann)).toEqual([])
}, 60_000)

test('nobody withdraws, rejects or releases a text during its release; an abandoned release expires', async () => {
  const bob = await person(two, 'queue_bob')
  const ago = (ms: number) => ({ releasingAt: new Date(Date.now() - ms) })
  const busy = await queued(bob, 'Being released', ago(1_000))
  const withdraw = (id: string) => bob.delete(`/users/me/waiting/${id}`)
  for (const { status, headers } of [await withdraw(busy), await reject(busy), await release(busy)])
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
  expect((await waiting(bob)).map(({ id }) => id)).toEqual([busy])
  for (const end of [withdraw, reject, release])
    expect((await end(await queued(bob, `Abandoned ${end.name}`, ago(61_000)))).status).toBe(204)
})

test('a release whose process stopped after the publication is finished by a job, and publishes nothing twice', async () => {
  const dan = await person(two, 'queue_dan')
  const text = 'Published before its decision'
  const id = await queued(dan, text, { input: { text } })
  const _id = new mongoose.Types.ObjectId(id)
  const entry = (await entries().findOne({ _id }))!
  const posts = async () =>
    (await king.get<PostView[]>(`/users/${dan.handle}/posts`)).body.map(({ id: post }) => post)
  expect((await release(id)).status).toBe(204)
  const published = await posts()
  const releasedBy = new mongoose.Types.ObjectId(king.id)
  /** The entry as it was between the two. */
  const restore = (ago: number) =>
    entries().insertOne({ ...entry, releasedBy, releasingAt: new Date(Date.now() - ago) })

  await restore(61_000)
  for (const end of [dan.delete(`/users/me/waiting/${id}`), reject(id)]) expect((await end).status).toBe(503)
  expect((await release(id)).status).toBe(204)
  expect([await posts(), await entries().findOne({ _id })]).toEqual([published, null])

  await restore(1_000)
  await store
    .db()
    .collection('jobs')
    .updateOne({ kind: 'end-release', key: id }, { $set: { dueAt: new Date() } })
  await until('the job has finished the release', async () => (await entries().findOne({ _id })) === null)
  expect(await posts()).toEqual(published)
})

test('a release that fails leaves the text as it was', async () => {
  const cat = await person(two, 'queue_cat')
  const id = await queued(cat, 'On a post that is gone', { kind: 'comment', postId: '0'.repeat(24) })
  expect((await release(id)).status).toBe(404)
  expect((await cat.delete(`/users/me/waiting/${id}`)).status).toBe(204)
})
