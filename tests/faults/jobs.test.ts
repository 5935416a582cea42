import { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import { person, type Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { startKillableServer } from './killable-server.ts'

const killable = startKillableServer()
const jobs = () => killable.db.collection('jobs')
const POSTS = 20

async function withPosts(handle: string): Promise<{ who: Person; names(): Promise<string[]> }> {
  const who = await person(killable.server, handle)
  for (let count = 0; count < POSTS; count++) await who.post('/posts', { text: `Drop ${count}` })
  const names = async () =>
    (
      await killable.db
        .collection('posts')
        .find({ authorId: new mongo.ObjectId(who.id) })
        .toArray()
    ).map(({ author }) => (author as { displayName: string }).displayName)
  return { who, names }
}

it('a new name reaches all posts though the process is killed right after its answer', async () => {
  const { who, names } = await withPosts('killed_kim')
  expect((await who.patch('/users/me', { displayName: 'Kim the Second' })).status).toBe(200)
  await killable.server.kill()
  await killable.server.start()
  await until(
    'every post carries it',
    async () => (await names()).every((name) => name === 'Kim the Second'),
    30_000,
  )
  await until('the job is gone', async () => (await jobs().countDocuments({ kind: 'rename' })) === 0, 30_000)
}, 120_000)

it('a process that stops finishes its jobs or leaves them to the next, and a periodic job is stored once', async () => {
  const { who, names } = await withPosts('stopped_sam')
  expect((await who.patch('/users/me', { displayName: 'Sam the Second' })).status).toBe(200)
  await killable.server.stop()
  // No lease belongs to a process that has ended.
  expect(await jobs().countDocuments({ state: 'running' })).toBe(0)
  await killable.server.start()
  await until(
    'every post carries it',
    async () => (await names()).every((name) => name === 'Sam the Second'),
    30_000,
  )
  const rounds = await jobs().find({ key: 'periodic' }).toArray()
  expect(new Set(rounds.map(({ kind }) => kind as string)).size).toBe(rounds.length)
}, 120_000)
