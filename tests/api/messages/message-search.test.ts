import mongoose, { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { MessageSearchPage } from '#contract/messages.search.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { plain, upload } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let undo: typeof import('#server/shared/undo-time.ts')

beforeAll(async () => {
  server = await startTestServer()
  undo = await import('#server/shared/undo-time.ts')
  ;[ann, bob, cat] = await Promise.all([person(server, 'ann'), person(server, 'bob'), person(server, 'cat')])
  await befriend(ann, bob, cat)
})
afterAll(() => server.close())
afterEach(() => undo.setUndoTime())

const send = async (from: Person, to: Person, content: string, more: object = {}) =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content, ...more })).body
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`
const search = (who: Person, q: string, more = '') =>
  who.get<MessageSearchPage>(`/messages/search?q=${encodeURIComponent(q)}${more}`)

/** All messages that a search finds, page by page. */
async function found(who: Person, q: string, more = ''): Promise<MessageView[]> {
  const messages: MessageView[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: MessageSearchPage } = await search(who, q, more + (cursor && `&cursor=${cursor}`))
    messages.push(...body.messages)
    cursor = body.cursor
  }
  return messages
}
const textsOf = async (who: Person, q: string, more = '') =>
  (await found(who, q, more)).map(({ content }) => content)
const storedWords = async ({ id }: MessageView) =>
  (await mongoose.connection.collection('messages').findOne({ _id: new Types.ObjectId(id) }))?.['words']
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const ONE_DAY = 24 * 3_600_000

describe('A search in messages', () => {
  it('finds the words of all conversations and of one, newest first, and of nobody else', async () => {
    const first = await send(ann, bob, 'The Café is flushed')
    const second = await send(cat, ann, 'flushed again, café closed')
    const foreign = await send(bob, cat, 'flushed in secret')
    const { body } = await search(ann, 'cafe FLUSHED')
    expect(MessageSearchPage.parse(body)).toEqual(body)
    expect(body.messages).toEqual([second, first])
    expect(body.conversations.map(({ participants }) => participants[0]!.handle).toSorted()).toEqual([
      'bob',
      'cat',
    ])
    expect(body.cursor).toBeNull()
    expect(await found(ann, 'flushed', `&conversationId=${first.conversationId}`)).toEqual([first])
    expect(await found(bob, 'flushed')).toEqual([foreign, first])
    expect((await search(ann, 'flushed', `&conversationId=${foreign.conversationId}`)).status).toBe(404)
    expect((await search(ann, 'flushed', `&conversationId=${'0'.repeat(24)}`)).status).toBe(404)
    for (const q of ['', ' ', '!', 'nowhere', 'is:message']) expect(await found(ann, q), q).toEqual([])
  })

  it('takes the filters of a search of posts, alone and together', async () => {
    const [dan, eve] = await Promise.all([person(server, 'dan'), person(server, 'eve')])
    await befriend(dan, eve)
    const old = await send(dan, eve, 'paper c++ soft')
    const answer = await send(eve, dan, 'paper rough')
    const roll = await plain(60, 40).png().toBuffer()
    const { body: file } = await upload(server, dan, roll, { purpose: 'message' })
    const picture = await send(dan, eve, 'a roll of paper', file)
    const at = Date.now() - 3 * ONE_DAY
    await mongoose.connection
      .collection('messages')
      .updateOne({ _id: new Types.ObjectId(old.id) }, { $set: { createdAt: new Date(at) } })
    const rows: [string, MessageView[]][] = [
      ['paper', [picture, answer, old]],
      ['from:dan', [picture, old]],
      ['paper from:@EVE', [answer]],
      ['has:media', [picture]],
      ['roll has:media from:dan', [picture]],
      ['paper has:media from:eve', []],
      ['c++', [old]],
      ['paper++', []],
      [`before:${dayOf(Date.now())}`, [old]],
      [`paper after:${dayOf(at)}`, [picture, answer]],
      [`after:${dayOf(at - ONE_DAY)} before:${dayOf(at + ONE_DAY)}`, [old]],
      ['from:nobody_at_all', []],
      ['from:ann', []],
    ]
    for (const [q, expected] of rows)
      expect(
        (await found(dan, q)).map(({ id }) => id),
        q,
      ).toEqual(expected.map(({ id }) => id))
    const wrong = await search(dan, 'paper before:yesterday')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Write a day after before:')])
  })

  it('follows edits, deletions, their undo and what was taken back, and keeps no words of what is gone', async () => {
    undo.setUndoTime(60_000)
    const message = await send(ann, bob, 'a typpo')
    await ann.patch(pathOf(message), { content: 'a typo' })
    expect(await textsOf(bob, 'typpo')).toEqual([])
    expect(await textsOf(bob, 'typo')).toEqual(['a typo'])
    await ann.delete(pathOf(message))
    expect(await textsOf(ann, 'typo')).toEqual([])
    expect(await storedWords(message)).toBeUndefined()
    await ann.post(`${pathOf(message)}/restore`)
    expect(await textsOf(bob, 'typo')).toEqual(['a typo'])
    const slip = await send(ann, bob, 'typo, to the wrong person')
    await ann.post(`${pathOf(slip)}/take-back`)
    expect(await textsOf(bob, 'typo')).toEqual(['a typo'])
    expect(await storedWords(slip)).toBeUndefined()
  })

  it('[L43] leaves out what has disappeared, before the job has removed it, and lines about it', async () => {
    const message = await send(ann, bob, 'a vanishing act')
    await ann.put(`/messages/${message.conversationId}/disappearing`, { after: '24h' })
    const inThread = `&conversationId=${message.conversationId}`
    const { rebuildMessageWords } = await import('#server/features/messages/search/search-words.ts')
    await rebuildMessageWords(null, new AbortController().signal)
    expect(await textsOf(ann, 'from:ann vanishing', inThread)).toEqual(['a vanishing act'])
    expect(await textsOf(ann, 'after:2020-01-01', inThread)).not.toContain('')
    await mongoose.connection
      .collection('messages')
      .updateOne({ _id: new Types.ObjectId(message.id) }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect(await textsOf(bob, 'vanishing')).toEqual([])
    await ann.put(`/messages/${message.conversationId}/disappearing`, { after: null })
  })

  it('follows what moderators hide and restore', async () => {
    const { hideMessage, restoreMessage } = await import('#server/features/messages/messages.handlers.ts')
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    const message = await send(ann, bob, 'an insult')
    const hidden = await transact((tx) => hideMessage(tx, message.id))
    expect(await textsOf(bob, 'insult')).toEqual([])
    expect(hidden).not.toHaveProperty('words')
    await transact((tx) => restoreMessage(tx, hidden!))
    expect(await textsOf(bob, 'insult')).toEqual(['an insult'])
  })

  it('finds requests that wait, and none that were declined; their sender finds their own words', async () => {
    const stranger = await person(server, 'stranger')
    const { conversationId } = await send(stranger, ann, 'we have not been introduced')
    expect(await textsOf(ann, 'introduced')).toHaveLength(1)
    await ann.post(`/messages/${conversationId}/decline`)
    expect(await textsOf(ann, 'introduced')).toEqual([])
    expect(await textsOf(ann, 'introduced', `&conversationId=${conversationId}`)).toHaveLength(1)
    expect(await textsOf(stranger, 'introduced')).toHaveLength(1)
  })

  it('[L25] keeps finding after a block what the thread still shows, with the name of that moment', async () => {
    const [ina, joe] = await Promise.all([person(server, 'ina'), person(server, 'joe')])
    await befriend(ina, joe)
    await send(ina, joe, 'before the quarrel')
    await ina.post(`/users/${joe.id}/block`)
    await ina.patch('/users/me', { displayName: 'Somebody else' })
    const { body } = await search(joe, 'quarrel')
    expect(body.messages).toHaveLength(1)
    expect(body.conversations[0]!.participants[0]!.displayName).not.toBe('Somebody else')
    expect(await textsOf(ina, 'quarrel from:ina')).toHaveLength(1)
  })
})

describe('The words of messages from before there was a search', () => {
  it('are written by the rebuild, and not of deleted ones', async () => {
    const { rebuildMessageWords } = await import('#server/features/messages/search/search-words.ts')
    const [lost, gone] = [await send(ann, bob, 'found later'), await send(ann, bob, 'found never')]
    await ann.delete(pathOf(gone))
    const messages = mongoose.connection.collection('messages')
    await messages.updateOne({ _id: new Types.ObjectId(lost.id) }, { $unset: { words: 1 } })
    await messages.updateOne({ _id: new Types.ObjectId(gone.id) }, { $set: { words: ['found', 'never'] } })
    expect(await textsOf(ann, 'found')).not.toContain('found later')
    const rebuild = () => rebuildMessageWords(null, new AbortController().signal)
    expect((await rebuild()).changed).toBe(2)
    expect((await rebuild()).changed).toBe(0)
    expect(await textsOf(ann, 'found')).toEqual(['found later'])
    expect(await storedWords(gone)).toBeUndefined()
  })
})

describe('A search in very many messages', () => {
  const EPOCH = Date.UTC(2026, 0, 1)
  const THREADS = 230
  const EACH = 20
  let queen: Person
  let threads: Types.ObjectId[]

  beforeAll(async () => {
    queen = await person(server, 'queen')
    const { ConversationModel, MessageModel } = await import('#server/features/messages/messages.model.ts')
    const { searchWords } = await import('#server/features/messages/search/search-words.ts')
    const owner = new Types.ObjectId(queen.id)
    const other = new Types.ObjectId(bob.id)
    threads = Array.from({ length: THREADS }, () => new Types.ObjectId())
    // Message n is older than n - 1; ten share each millisecond, and the threads take turns.
    const timeOf = (at: number) => new Date(EPOCH - Math.floor(at / 10))
    const contentOf = (at: number) =>
      [
        'common',
        at % 2 === 0 ? 'even' : 'odd',
        ...(at % 7 === 0 ? ['seventh'] : []),
        ...(at % 400 === 0 ? ['rare'] : []),
      ].join(' ')
    await ConversationModel.insertMany(
      threads.map((_id, at) => ({
        _id,
        pair: `${queen.id}:${new Types.ObjectId().toHexString()}`,
        people: [owner, other],
        lastSeq: EACH,
        lastMessage: { senderId: other, content: 'x', createdAt: timeOf(at) },
        createdAt: timeOf(at),
      })),
    )
    await MessageModel.insertMany(
      Array.from({ length: THREADS * EACH }, (_, at) => ({
        conversationId: threads[at % THREADS],
        seq: EACH - Math.floor(at / THREADS),
        senderId: at % 3 === 0 ? owner : other,
        receiverId: at % 3 === 0 ? other : owner,
        content: contentOf(at),
        words: searchWords({ content: contentOf(at), mediaType: null }),
        createdAt: timeOf(at),
      })),
    )
  })

  it('meets every message once, newest first, page by page', async () => {
    const seventh = await found(queen, 'seventh')
    expect(seventh.map(({ createdAt }) => createdAt)).toEqual(
      seventh
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    const rows: [string, number][] = [
      ['rare common', Math.ceil((THREADS * EACH) / 400)],
      ['seventh', Math.ceil((THREADS * EACH) / 7)],
      ['seventh even', Math.ceil((THREADS * EACH) / 14)],
      // No message has both: each page says so after some 2,000 messages.
      ['even odd', 0],
      ['odd rare', 0],
      ['seventh from:queen', Math.ceil((THREADS * EACH) / 21)],
    ]
    for (const [q, count] of rows) {
      const ids = (q === 'seventh' ? seventh : await found(queen, q)).map(({ id }) => id)
      expect([ids.length, new Set(ids).size], q).toEqual([count, count])
    }
    expect((await search(queen, 'common')).body.messages).toHaveLength(20)
    expect((await search(queen, 'even odd')).body.cursor).not.toBeNull()
  })

  it('reads a page of the index and of the messages, however frequent the word is', async () => {
    const { rowsOfWord } = await import('#server/platform/search/store-rows.ts')
    const { MESSAGES } = await import('#server/features/messages/search/message-search.ts')
    const { inConversations, readableConversations } =
      await import('#server/features/messages/search/conversation-groups.ts')
    const common = { word: 'common', words: ['common'], literals: [] }
    const inThreads = inConversations(threads.slice(0, 100))
    const reads = await readsOf(() => rowsOfWord(MESSAGES, inThreads, common, { limit: 28 }).toArray())
    expectIndexed(reads)
    expect(reads[0]!.docsExamined).toBeLessThanOrEqual(28)
    expect(reads[0]!.keysExamined).toBeLessThan(300)
    expectIndexed(await readsOf(async () => void (await readableConversations(queen.id))))
    const whole = await readsOf(() => search(queen, 'common'))
    const ofMessages = whole.filter(({ collection }) => collection === 'messages')
    // The second hundred conversations has nothing newer.
    expect(ofMessages.reduce((sum, { docsExamined }) => sum + docsExamined, 0)).toBeLessThan(100)
  })
})
