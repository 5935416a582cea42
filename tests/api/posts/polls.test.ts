import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import mongoose, { Types } from 'mongoose'
import type { AdminReportView, HeldReceipt } from '#contract/moderation.ts'
import type { VoteView } from '#contract/posts.polls.ts'
import { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let king: Person
let ann: Person
let bob: Person
let cat: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  king = await person(server, 'king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_${round}`)
})
afterEach(() => vi.useRealTimers())

const ASKED = { options: ['Over', 'Under', 'Folded'], minutes: 60 }
const ask = (poll: object = ASKED, more: object = {}) =>
  ann.post<PostView & HeldReceipt>('/posts', { text: 'How does the paper hang?', poll, ...more })
const vote = (who: Caller, id: string, option: unknown) => who.post<VoteView>(`/posts/${id}/vote`, { option })
const pollOf = async (id: string, who: Caller = nobody) =>
  (await who.get<PostView>(`/posts/${id}`)).body.poll!
const votesOf = async (id: string) => (await pollOf(id)).options.map(({ votes }) => votes)
const rowsOf = (id: string) =>
  mongoose.connection.collection('poll_votes').countDocuments({ postId: new Types.ObjectId(id) })
/** Ends a poll: its time is over. */
const end = (id: string) =>
  mongoose.connection
    .collection('posts')
    .updateOne({ _id: new Types.ObjectId(id) }, { $set: { 'poll.endsAt': new Date(Date.now() - 1) } })

describe('A poll', () => {
  it('has its answers and its end, for everybody, and one vote a person that counts', async () => {
    const asked = Date.now()
    const { status, body } = await ask()
    expect(status).toBe(201)
    expect(PostView.parse(body)).toEqual(body)
    const endsIn = Date.parse(body.poll!.endsAt) - asked
    expect(endsIn).toBeGreaterThanOrEqual(3_600_000)
    expect(endsIn).toBeLessThan(3_660_000)
    expect((await nobody.get<PostView[]>('/posts')).body[0]!.poll).toEqual(body.poll)
    expect((await bob.get<VoteView>(`/posts/${body.id}/vote`)).body).toEqual({
      id: body.id,
      option: null,
      rev: 0,
    })

    const events = await recordEvents('post:updated', 'post:voted')
    const answer = await vote(bob, body.id, 1)
    expect([answer.status, answer.body]).toEqual([200, { id: body.id, option: 1, rev: 1 }])
    await vote(ann, body.id, 1)
    await vote(cat, body.id, 0)
    expect(await pollOf(body.id)).toMatchObject({
      votes: 3,
      options: [{ votes: 1 }, { votes: 2 }, { votes: 0 }],
    })
    expect((await bob.get<VoteView>(`/posts/${body.id}/vote`)).body).toEqual(answer.body)
    const heard = events.stop()
    expect(heard.filter(({ name }) => name === 'post:voted')).toHaveLength(3)
    expect(heard.findLast(({ name }) => name === 'post:updated')!.payload).toMatchObject({
      post: { poll: { votes: 3 } },
    })
  })

  it('counts each person once, whatever arrives at the same moment', async () => {
    const { id } = (await ask()).body
    const same = await Promise.all(Array.from({ length: 6 }, () => vote(bob, id, 2)))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const torn = await Promise.all([0, 1, 2, 0, 1, 2].map((option) => vote(cat, id, option)))
    const kept = (await cat.get<VoteView>(`/posts/${id}/vote`)).body.option!
    expect(torn.map(({ status }) => status)).toEqual(
      [0, 1, 2, 0, 1, 2].map((option) => (option === kept ? 200 : 409)),
    )
    expect(torn.find(({ status }) => status === 409)!.text).toBe('You have voted here already.')
    expect((await votesOf(id)).reduce((sum, votes) => sum + votes)).toBe(2)
    expect(await rowsOf(id)).toBe(2)
  })

  it('takes no vote after its end, and keeps what it has', async () => {
    const { id } = (await ask()).body
    await vote(bob, id, 0)
    await end(id)
    const late = await vote(cat, id, 0)
    expect([late.status, late.text]).toEqual([409, 'This poll has ended.'])
    expect((await vote(bob, id, 0)).status).toBe(200)
    expect(await votesOf(id)).toEqual([1, 0, 0])
  })

  it('is closed to visitors and across a block', async () => {
    const { id } = (await ask()).body
    expect((await vote(nobody, id, 0)).status).toBe(401)
    await ann.post(`/users/${bob.id}/block`)
    expect((await vote(bob, id, 0)).status).toBe(404)
    await cat.post(`/users/${ann.id}/block`)
    expect((await vote(cat, id, 0)).status).toBe(404)
    expect(await votesOf(id)).toEqual([0, 0, 0])
  })

  it('keeps its votes over an edit and an undone deletion; they go with it for good', async () => {
    const undo = await import('#server/shared/undo-time.ts')
    const { id } = (await ask()).body
    await vote(bob, id, 2)
    expect((await ann.patch<PostView>(`/posts/${id}`, { text: 'Reworded' })).body.poll!.votes).toBe(1)
    undo.setUndoTime(60_000)
    await ann.delete(`/posts/${id}`)
    expect((await vote(cat, id, 0)).status).toBe(404)
    await ann.post(`/posts/${id}/restore`)
    expect(await votesOf(id)).toEqual([0, 0, 1])
    undo.setUndoTime(1)
    await ann.delete(`/posts/${id}`)
    await expect.poll(() => rowsOf(id)).toBe(0)
    undo.setUndoTime()
  })

  it('is counted again by the recount, and a vote goes with its account', async () => {
    const { recountPost } = await import('#server/features/admin/recount/counters.service.ts')
    const { eraseVotes } = await import('#server/features/posts/posts.personal-data.ts')
    const { id } = (await ask()).body
    await vote(bob, id, 0)
    await vote(cat, id, 1)
    const _id = new Types.ObjectId(id)
    expect(await recountPost(id)).toBe(false)
    await mongoose.connection.collection('posts').updateOne({ _id }, { $set: { 'poll.options.0.votes': 7 } })
    expect(await recountPost(id)).toBe(true)
    expect(await votesOf(id)).toEqual([1, 1, 0])
    for (let twice = 0; twice < 2; twice += 1)
      await eraseVotes(
        { id: bob.id } as Parameters<typeof eraseVotes>[0],
        {
          signal: new AbortController().signal,
        } as Parameters<typeof eraseVotes>[1],
      )
    expect(await pollOf(id)).toMatchObject({ votes: 1, options: [{ votes: 0 }, { votes: 1 }, { votes: 0 }] })
  })

  it('is read with its answers by admins who look at a report, and waits in the review queue', async () => {
    const { id } = (await ask()).body
    await bob.post('/reports', { targetType: 'post', targetId: id, reason: 'spam' })
    const reports = (await king.get<AdminReportView[]>('/admin/reports')).body
    expect(reports.find(({ targetId }) => targetId === id)!.thing.text).toBe(
      'How does the paper hang?\n- Over\n- Under\n- Folded',
    )
    await king.post('/admin/anti-asshole/enable')
    const options = [1, 2, 3].map((n) => `https://v${round}-${n}.example`)
    const held = await ask({ options, minutes: 60 })
    expect(held.status).toBe(202)
    await king.post(`/admin/held/${held.body.held.id}/release`)
    await king.post('/admin/anti-asshole/disable')
    const [published] = (await bob.get<PostView[]>(`/users/${ann.handle}/posts`)).body
    expect(published!.poll!.options.map(({ text }) => text)).toEqual(options)
  })

  it('is refused with another number of answers, equal or blank ones, or another time', async () => {
    const refused: object[] = [
      { options: ['One'], minutes: 60 },
      { options: ['1', '2', '3', '4', '5'], minutes: 60 },
      { options: ['Same', 'same '], minutes: 60 },
      { options: ['One', ' '], minutes: 60 },
      { options: ['One', 'x'.repeat(41)], minutes: 60 },
      { options: ['One', 'Two'], minutes: 59 },
      { options: ['One', 'Two'], minutes: 7 * 24 * 60 + 1 },
      { options: ['One', 'Two'], minutes: 60.5 },
      { options: 'One', minutes: 60 },
    ]
    const answers = await Promise.all(refused.map((poll) => ask(poll)))
    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 400))
    expect(answers[0]!.text).toBe('A poll needs two to four different answers.')
    const { id } = (await ask()).body
    for (const option of [3, 4, -1, 0.5, '0', null])
      expect((await vote(bob, id, option)).status, String(option)).toBe(400)
    const without = (await ann.post<PostView>('/posts', { text: 'No poll' })).body
    expect((await vote(bob, without.id, 0)).status).toBe(400)
    expect(await rowsOf(id)).toBe(0)
  })

  it('reads each list of votes from one index', async () => {
    const reads = await readsOf(() => bob.get(`/posts/${'0'.repeat(24)}/vote`))
    expectIndexed(reads.filter(({ collection }) => collection === 'poll_votes'))
  })
})
