import type { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import { person, type Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { killable } from './shared-killable.ts'

const ROUNDS = 3
const EACH = 12

interface Account {
  _id: mongo.ObjectId
  handle: string
  email: string
}

interface OfTwo {
  _id: mongo.ObjectId
  pair: string
  people: mongo.ObjectId[]
}

const of = (claim: string, id: mongo.ObjectId): string => `${claim} ${id.toHexString()}`

/** What should be claimed, and what is. */
async function claims(): Promise<[string[], string[]]> {
  const all = <T extends object>(name: string, filter = {}) =>
    killable.db.collection<T>(name).find(filter).toArray()
  const accounts = await all<Account>('users')
  const pairs = (await all<OfTwo>('conversations', { group: { $exists: false } })).filter(
    ({ _id, people }) => !people.some((id) => id.equals(_id)),
  )
  const ofAccounts = await all<{ _id: string; userId: mongo.ObjectId }>('account_claims')
  const ofPairs = await all<{ _id: string; conversationId: mongo.ObjectId }>('conversation_claims')
  return [
    [
      ...accounts.flatMap(({ _id, handle, email }) => [
        of(`handle:${handle}`, _id),
        of(`email:${email}`, _id),
      ]),
      ...pairs.map(({ _id, pair }) => of(pair, _id)),
    ].sort(),
    [
      ...ofAccounts.map(({ _id, userId }) => of(_id, userId)),
      ...ofPairs.map(({ _id, conversationId }) => of(_id, conversationId)),
    ].sort(),
  ]
}

/** Comes, writes to somebody, and every second one goes again. */
async function visit(round: number, at: number, to: Person): Promise<void> {
  const one = await person(killable.server, `visitor_${round}_${at}`)
  await one.post('/messages', { receiverId: to.id, content: 'Hello', clientId: crypto.randomUUID() })
  if (at % 2 === 0) await one.delete('/user/delete-account')
}

it('accounts and first messages have their claims, and those who are gone none, however the server is killed', async () => {
  const host = await person(killable.server, 'host')
  const users = killable.db.collection('users')
  let cut = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await users.countDocuments()
    const visits = Promise.allSettled(Array.from({ length: EACH }, (_, at) => visit(round, at, host)))
    await until('some have an account', async () => (await users.countDocuments()) > before + 1)
    await killable.restart(() => visits)
    cut += (await visits).filter(({ status }) => status === 'rejected').length
  }
  expect(cut, 'the kills were felt').toBeGreaterThan(0)
  await until('nothing differs', async () => {
    const [wanted, held] = await claims()
    return wanted.length > 4 && wanted.join() === held.join()
  })
  const [wanted, held] = await claims()
  expect(held).toEqual(wanted)
})
