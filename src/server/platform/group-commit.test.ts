import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import { HttpError } from './errors.ts'
import { groupCommits, groupWrites, limitGroupSize, type WriteOutcome } from './group-commit.ts'
import { connectStore, disconnectStore } from './mongo/connect.ts'
import type { Transaction } from './mongo/transaction.ts'

interface Entry {
  owner: string
  /** How it fails: refused by the function that commits, or by an error that ends the whole transaction. */
  fails?: 'refused' | 'thrown'
}

const uri = freshDatabase()
beforeAll(() => connectStore(uri))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})
afterEach(() => {
  limitGroupSize()
  vi.useRealTimers()
})

const things = () => mongoose.connection.collection<{ _id: string }>('things')

/** Group commits that write one row for each entry, and the groups that they have committed. */
function rows() {
  const groups: string[][] = []
  const commit = async (
    { session }: Transaction,
    key: string,
    entries: readonly Entry[],
  ): Promise<WriteOutcome<number>[]> => {
    const written = entries.filter(({ fails }) => fails !== 'refused')
    if (written.length > 0)
      await things().insertMany(
        written.map(({ owner }) => ({ _id: `${key} ${owner} ${groups.length}` })),
        { session },
      )
    if (entries.some(({ fails }) => fails === 'thrown')) throw new Error('a bad entry')
    groups.push(entries.map(({ owner }) => owner))
    return entries.map(({ fails }) =>
      fails ? { error: new HttpError(404, 'refused') } : { result: groups.length },
    )
  }
  const submit = groupCommits<Entry, number>({
    lockOf: (key) => `group test ${key}`,
    ownerOf: ({ owner }) => owner,
    commit,
  })
  return { groups, submit }
}

test('entries that arrive during a commit are written together by the next one', async () => {
  const { groups, submit } = rows()
  const results = await Promise.all(['ann', 'bob', 'cat', 'dan'].map((owner) => submit('post', { owner })))
  expect(groups).toEqual([['ann'], ['bob', 'cat', 'dan']])
  expect(results).toEqual([1, 2, 2, 2])
  expect(await things().countDocuments({ _id: /^post / })).toBe(4)
})

test('two entries of one owner are in different groups, in their order, and a group is not larger than its limit', async () => {
  const { groups, submit } = rows()
  limitGroupSize(2)
  await Promise.all(['ann', 'bob', 'bob', 'cat', 'dan'].map((owner) => submit('order', { owner })))
  expect(groups).toEqual([['ann'], ['bob', 'cat'], ['bob', 'dan']])
})

test('a refused entry gets its own error, and the others of its group are written', async () => {
  const { groups, submit } = rows()
  const ends = await Promise.allSettled([
    submit('refusal', { owner: 'ann' }),
    submit('refusal', { owner: 'bob', fails: 'refused' }),
    submit('refusal', { owner: 'cat' }),
  ])
  expect(groups).toEqual([['ann'], ['bob', 'cat']])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(ends[1]).toMatchObject({ reason: { status: 404 } })
})

test('an entry whose error ends the transaction fails alone, and nothing of its group is lost', async () => {
  const { groups, submit } = rows()
  const ends = await Promise.allSettled([
    submit('error', { owner: 'ann' }),
    submit('error', { owner: 'bob' }),
    submit('error', { owner: 'cat', fails: 'thrown' }),
    submit('error', { owner: 'dan' }),
  ])
  expect(groups).toEqual([['ann'], ['bob'], ['dan']])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(ends[2]).toMatchObject({ reason: { message: 'a bad entry' } })
  expect(
    (
      await things()
        .find({ _id: /^error / })
        .toArray()
    ).length,
  ).toBe(3)
})

test('independent entries of a group that fails are written alone, and the next group does not wait for them', async () => {
  const committed: string[][] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const submit = groupCommits<Entry, string>({
    lockOf: () => 'independent',
    areIndependent: true,
    async commit({ session }, _, entries) {
      const owners = entries.map(({ owner }) => owner)
      await things().insertMany(
        owners.map((owner) => ({ _id: `independent ${owner}` })),
        { session },
      )
      if (entries.some(({ fails }) => fails)) {
        if (entries.length === 1) await held
        throw new Error('a bad entry')
      }
      committed.push(owners)
      return owners.map((owner) => ({ result: owner }))
    },
  })
  const first = ['ann', 'bob', 'cat'].map((owner) =>
    submit('all', { owner, ...(owner === 'cat' && { fails: 'thrown' }) }),
  )
  expect(await Promise.all(first.slice(0, 2))).toEqual(['ann', 'bob'])
  expect(await submit('all', { owner: 'dan' })).toBe('dan')
  release()
  await expect(first[2]).rejects.toThrow('a bad entry')
  expect(committed).toEqual([['ann'], ['bob'], ['dan']])
  expect(await things().countDocuments({ _id: /^independent / })).toBe(3)
})

test('a group of independent entries that conflicts with another writer is given up, and its entries go on alone', async () => {
  await things().insertMany([{ _id: 'account of ann' }, { _id: 'account of bob' }, { _id: 'account of cat' }])
  const sizes: number[] = []
  const submit = groupCommits<Entry, string>({
    lockOf: () => 'conflict',
    areIndependent: true,
    async commit({ session }, _, entries) {
      sizes.push(entries.length)
      for (const { owner } of entries)
        await things().updateOne(
          { _id: `account of ${owner}` },
          { $inc: { posts: 1 } },
          {
            session,
          },
        )
      return entries.map(({ owner }) => ({ result: owner }))
    },
  })
  const other = mongoose.connection.getClient().startSession()
  other.startTransaction()
  await things().updateOne(
    { _id: 'account of cat' },
    { $inc: { followers: 1 } },
    {
      session: other,
    },
  )
  const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((owner) => submit('all', { owner }))
  // While the account of cat is written by somebody else, cat alone has to wait.
  expect(await Promise.all([ann, bob])).toEqual(['ann', 'bob'])
  await other.commitTransaction()
  await other.endSession()
  expect(await cat).toBe('cat')
  expect(sizes.filter((size) => size > 1)).toEqual([2, 2])
  const written = await things()
    .find({ posts: 1 } as object)
    .toArray()
  expect(written.map(({ _id }) => _id)).toEqual(['account of ann', 'account of bob', 'account of cat'])
})

test('groups of different keys that change the same document take turns instead of conflicting', async () => {
  await things().insertOne({ _id: 'account of eve' })
  let attempts = 0
  const submit = groupCommits<Entry, number>({
    lockOf: (key) => `turns ${key}`,
    alsoLocks: ({ owner }) => [`account ${owner}`],
    async commit({ session }, _, entries) {
      attempts += 1
      await things().updateOne({ _id: 'account of eve' }, { $inc: { writes: 1 } }, { session })
      await things().findOne({ _id: 'account of eve' }, { session })
      return entries.map(() => ({ result: attempts }))
    },
  })
  const keys = Array.from({ length: 20 }, (_, at) => `key ${at}`)
  await Promise.all(keys.map((key) => submit(key, { owner: 'eve' })))
  expect(attempts).toBe(20)
  expect(await things().findOne({ _id: 'account of eve' })).toMatchObject({ writes: 20 })
})

test('different keys do not wait for each other', async () => {
  const { groups, submit } = rows()
  await Promise.all([submit('one', { owner: 'ann' }), submit('two', { owner: 'ann' })])
  expect(groups).toEqual([['ann'], ['ann']])
})

test('an entry that waits for ten seconds gets a 503 and is not written; the queue is bounded', async () => {
  vi.useFakeTimers()
  const committed: string[] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const submit = groupCommits<Entry, null>({
    lockOf: (key) => `held ${key}`,
    ownerOf: ({ owner }) => owner,
    async commit(_, __, entries) {
      committed.push(...entries.map(({ owner }) => owner))
      await held
      return entries.map(() => ({ result: null }))
    },
  })
  const first = submit('hot', { owner: 'first' }).catch(() => undefined)
  const waiting = Array.from({ length: 5_000 }, (_, at) => submit('hot', { owner: `person ${at}` }))
  const ends = Promise.allSettled(waiting)
  await expect(submit('hot', { owner: 'one too many' })).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await ends).every((end) => end.status === 'rejected' && end.reason.status === 503)).toBe(true)
  vi.useRealTimers()
  release()
  await first
  await submit('hot', { owner: 'later' })
  expect(committed).toEqual(['first', 'later'])
})

test('without a lock, a write whose answer is lost does not hold up the next one, and ends with 503', async () => {
  vi.useFakeTimers()
  const stuck = Promise.withResolvers<never>()
  const submit = groupWrites<string, string>({
    write: async (_, entries) =>
      entries.includes('lost') ? stuck.promise : entries.map((entry) => ({ result: entry })),
  })
  const end = submit('all', 'lost').catch((error: unknown) => error)
  const others = Promise.all(['one', 'two'].map((entry) => submit('all', entry)))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await others).toEqual(['one', 'two'])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await end).toMatchObject({ status: 503 })
  expect(await submit('all', 'three')).toBe('three')
})

test('with a lock, the next write of the same thing begins when the lost one is given up', async () => {
  vi.useFakeTimers()
  const stuck = Promise.withResolvers<never>()
  const submit = groupWrites<string, string>({
    lockOf: (key) => `lost ${key}`,
    write: async (_, entries) =>
      entries.includes('lost') ? stuck.promise : entries.map((entry) => ({ result: entry })),
  })
  const end = submit('a', 'lost').catch((error: unknown) => error)
  expect(await submit('b', 'other')).toBe('other')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await end).toMatchObject({ status: 503 })
  expect(await submit('a', 'next')).toBe('next')
})
