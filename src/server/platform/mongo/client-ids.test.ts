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
  const [written, deleted, waiting, withdrawn] = [
    'texts',
    'deleted_texts',
    'waiting_texts',
    'withdrawn_texts',
  ].map((name) => mongoose.connection.collection(name)) as [
    mongoose.Collection,
    mongoose.Collection,
    mongoose.Collection,
    mongoose.Collection,
  ]
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
  await waiting.insertMany([
    { authorId: ann, clientId: 'waits', text: 'waits for an admin' },
    { authorId: ann, clientId: 'one', text: 'is being released' },
  ])
  await withdrawn.insertOne({ authorId: bob, clientId: 'withdrawn' })
  return {
    texts: {
      written: { collection: written },
      deleted: { collection: deleted },
      where: { state: 'shown' },
      without: ['words'],
    },
    queue: { written: { collection: waiting }, deleted: { collection: withdrawn } },
  }
}

test('L5: what an earlier attempt has left anywhere is found in one command for all calls of a moment', async () => {
  const find = findByClientId<{ texts: Text; queue: Text }>(await texts())
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
        [ann, 'waits'],
        [bob, 'withdrawn'],
      ] as const
    ).map(([author, clientId]) => find(author.toHexString(), clientId)),
  )
  mongoose.connection.getClient().off('commandStarted', note)
  expect(names.filter((name) => name !== 'hello' && name !== 'ping')).toEqual(['aggregate'])
  const text = (words: string) => expect.objectContaining({ text: words })
  expect(found).toEqual([
    { texts: text('of ann'), queue: text('is being released') },
    // An existing document counts more than what is left of another one.
    { texts: text('of bob'), queue: null },
    { texts: 'deleted', queue: null },
    { texts: null, queue: null },
    { texts: null, queue: null },
    { texts: null, queue: null },
    { texts: null, queue: text('waits for an admin') },
    { texts: null, queue: 'deleted' },
  ])
  expect(Object.keys(found[0]!.texts as Text)).toEqual(['_id', 'authorId', 'clientId', 'text', 'state'])
})

test('L5: a clientId that counts within a thing finds the document there, and what is deleted anywhere', async () => {
  const [answers, gone] = ['answers', 'gone_answers'].map((name) => mongoose.connection.collection(name)) as [
    mongoose.Collection,
    mongoose.Collection,
  ]
  const [here, there] = [new Types.ObjectId(), new Types.ObjectId()]
  await answers.createIndex({ placeId: 1, authorId: 1, clientId: 1 })
  await answers.insertMany([
    { placeId: here, authorId: ann, clientId: 'one', text: 'here' },
    { placeId: there, authorId: ann, clientId: 'one', text: 'there' },
    { placeId: here, authorId: ann, clientId: 'two', text: 'once' },
  ])
  await gone.insertOne({ authorId: ann, clientId: 'three' })
  const find = findByClientId<{ answers: Text }>({
    answers: { written: { collection: answers }, deleted: { collection: gone }, within: 'placeId' },
  })
  const found = await Promise.all(
    [here, there].flatMap((place) =>
      ['one', 'two', 'three'].map((id) => find(ann.toHexString(), id, place.toHexString())),
    ),
  )
  expect(found.map((one) => (one.answers === 'deleted' ? 'deleted' : one.answers?.text))).toEqual([
    'here',
    'once',
    'deleted',
    'there',
    undefined,
    'deleted',
  ])
})
