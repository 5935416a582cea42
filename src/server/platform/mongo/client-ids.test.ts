import type { CommandStartedEvent } from 'mongodb'
import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import { findByClientId } from './client-ids.ts'
import { connectStore, disconnectStore } from './connect.ts'

const uri = freshDatabase()
beforeAll(() => connectStore(uri))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

interface Text {
  _id: Types.ObjectId
  text?: string
}

const ann = new Types.ObjectId()
const bob = new Types.ObjectId()

async function texts() {
  const [written, deleted] = ['texts', 'deleted_texts'].map((name) =>
    mongoose.connection.collection(name),
  ) as [mongoose.Collection, mongoose.Collection]
  await written.createIndex({ authorId: 1, clientId: 1 })
  await written.insertMany([
    { authorId: ann, clientId: 'one', text: 'of ann', words: ['of', 'ann'], state: 'shown' },
    { authorId: bob, clientId: 'one', text: 'of bob', words: ['of', 'bob'], state: 'shown' },
    { authorId: ann, clientId: 'refused', text: 'never shown', words: [], state: 'refused' },
  ])
  await deleted.insertMany([
    { authorId: ann, clientId: 'gone' },
    { authorId: bob, clientId: 'one' },
  ])
  return { written: { collection: written }, deleted: { collection: deleted } }
}

test('L5: what an earlier attempt has written is found in one command for all calls of a moment', async () => {
  const find = findByClientId<Text>({ ...(await texts()), where: { state: 'shown' }, without: ['words'] })
  const names: string[] = []
  const note = ({ commandName }: CommandStartedEvent) => void names.push(commandName)
  mongoose.connection.getClient().on('commandStarted', note)
  const found = await Promise.all(
    (
      [
        [ann, 'one'],
        [bob, 'one'],
        [ann, 'gone'],
        [bob, 'gone'],
        [ann, 'refused'],
        [ann, 'new'],
      ] as const
    ).map(([author, clientId]) => find(author.toHexString(), clientId)),
  )
  mongoose.connection.getClient().off('commandStarted', note)
  expect(names.filter((name) => name !== 'hello' && name !== 'ping')).toEqual(['aggregate'])
  expect(found).toEqual([
    expect.objectContaining({ text: 'of ann' }),
    // An existing document counts more than what is left of another one.
    expect.objectContaining({ text: 'of bob' }),
    'deleted',
    null,
    null,
    null,
  ])
  expect(found[0]).not.toHaveProperty('words')
})
