import mongoose from 'mongoose'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import { HttpError } from '../errors.ts'
import { connectStore, disconnectStore } from './connect.ts'
import { transact } from './transaction.ts'

const uri = freshDatabase()
beforeAll(() => connectStore(uri))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

const things = () => mongoose.connection.collection<{ _id: string }>('things')

test('transactions in progress end normally when the connection is closed, and later ones are refused with 503', async () => {
  const work = (name: string, isRefused: boolean) =>
    transact(async ({ session }) => {
      await things().insertOne({ _id: `${name} begins` }, { session })
      // Everybody writes this: conflicts make some of them begin again.
      await things().updateOne({ _id: 'counter' }, { $inc: { count: 1 } }, { session, upsert: true })
      await pause(Math.random() * 5)
      if (isRefused) throw new HttpError(400, 'refused')
      await things().insertOne({ _id: `${name} ends` }, { session })
      return name
    })
  const names = Array.from({ length: 20 }, (_, index) => `work ${index}`)
  const running = names.map((name, index) => work(name, index % 4 === 0).catch((error: unknown) => error))
  await pause(5)
  const closing = disconnectStore()
  await expect(work('late', false)).rejects.toMatchObject({ status: 503 })
  const ends = await Promise.all(running)
  await closing
  for (const [index, end] of ends.entries())
    expect(end instanceof HttpError ? end.status : end).toBe(index % 4 === 0 ? 400 : names[index])

  await connectStore(uri)
  const stand = new Set((await things().find({}).toArray()).map(({ _id }) => _id))
  for (const [index, name] of names.entries())
    expect([stand.has(`${name} begins`), stand.has(`${name} ends`)]).toEqual(
      index % 4 === 0 ? [false, false] : [true, true],
    )
})

test('a transaction whose session was aborted meanwhile is refused with 503, and nothing follows it', async () => {
  const followed: string[] = []
  const aborted = transact(async ({ session, afterCommit, atEnd }) => {
    await things().insertOne({ _id: 'aborted' }, { session })
    afterCommit(() => Promise.resolve(void followed.push('commit')))
    atEnd(() => followed.push('end'))
    await session.abortTransaction()
    return 'aborted'
  })
  await expect(aborted).rejects.toMatchObject({ status: 503 })
  expect([followed, await things().findOne({ _id: 'aborted' })]).toEqual([['end'], null])
})

test('a transaction that reads and writes nothing returns its result', async () => {
  expect(await transact(() => Promise.resolve('nothing'))).toBe('nothing')
})
