import type { SessionData } from 'express-session'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fewestOf } from '#tests/support/commands.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const DAY = 24 * 3600_000
const cookie = { originalMaxAge: 7 * DAY, path: '/' }
const sessionOf = (user: string) => ({ cookie, passport: { user } }) as unknown as SessionData

let server: TestServer
let store: InstanceType<typeof import('#server/platform/session-store.ts').SessionStore>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { SessionStore } = await import('#server/platform/session-store.ts')
  store = new SessionStore()
  await rows().deleteMany({ _id: { $in: ['a', 'b'] } })
  await insert('a', 'ann')
})

const rows = () => mongoose.connection.collection<{ _id: string }>('sessions')
const insert = (_id: string, user: string) => {
  const session = { ...sessionOf(user), cookie: { ...cookie, expires: new Date(Date.now() - DAY) } }
  return rows().insertOne({
    _id,
    session,
    lastModified: new Date(),
    expires: new Date(Date.now() + DAY),
  } as never)
}

const get = (id: string) =>
  new Promise<SessionData | null>((resolve, reject) =>
    store.get(id, (error, found) => (error ? reject(error) : resolve(found ?? null))),
  )
const userOf = async (id: string) => (await get(id))?.passport?.user
const end = (id: string) => new Promise((resolve) => store.destroy(id, resolve))
const change = (id: string, user: string) => new Promise((resolve) => store.set(id, sessionOf(user), resolve))

/** Holds up the writes of this session until the returned function is called. */
async function holdWrites(_id: string): Promise<() => Promise<void>> {
  const holder = await mongoose.connection.startSession()
  holder.startTransaction()
  await rows().updateOne({ _id }, { $set: { held: true } }, { session: holder })
  return async () => {
    await holder.abortTransaction()
    await holder.endSession()
  }
}

describe('A session that was just read', () => {
  it('is not read again, by simultaneous requests or later ones', async () => {
    const reads = await fewestOf(
      async () => {
        expect(await Promise.all([userOf('a'), userOf('a')])).toEqual(['ann', 'ann'])
        expect(await userOf('a')).toBe('ann')
      },
      async () => void (await change('a', 'ann')),
    )
    expect(reads).toEqual(['find sessions'])
  })

  it('is copied for each request: what one writes reaches no other', async () => {
    const mine = (await get('a'))!
    mine.passport!.user = 'mallory'
    mine.cookie.path = '/elsewhere'
    expect(await get('a')).toEqual({ ...sessionOf('ann'), cookie: { ...cookie, expires: null } })
  })

  it('is gone at once when it has ended, also for requests that ask during its end', async () => {
    expect(await userOf('a')).toBe('ann')
    const release = await holdWrites('a')
    const ended = end('a')
    expect(await userOf('a')).toBe('ann') // still there, in the store
    await release()
    await ended
    expect(await get('a')).toBeNull()
  })

  it('is read again after a change, also by requests that ask during it', async () => {
    expect(await userOf('a')).toBe('ann')
    const release = await holdWrites('a')
    const changed = change('a', 'bob')
    expect(await userOf('a')).toBe('ann')
    await release()
    await changed
    expect(await userOf('a')).toBe('bob')
  })

  it('is read again when it did not exist: it may begin at any moment', async () => {
    expect(await get('b')).toBeNull()
    await insert('b', 'bob')
    expect(await userOf('b')).toBe('bob')
  })
})

it('A session of more than a week that is saved within a request does not end with it', async () => {
  const mine = (await get('a'))!
  await new Promise((resolve) => store.set('a', mine, resolve))
  const row = await rows().findOne<{ expires: Date }>({ _id: 'a' })
  expect(row!.expires.getTime()).toBeGreaterThan(Date.now() + 6 * DAY)
})
