import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommentPermissionView, CommentView } from '#contract/comments.ts'
import { MESSAGES, slowedDown } from '#contract/errors.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { CrowdControlInput, CrowdControlView } from '#contract/posts.crowd-control.ts'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

/** So many strangers in ten minutes are a crowd for anybody. */
const CROWD = 30

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_plunged_${round}`)
})

const post = async (text = 'How is it?') => (await ann.post<PostView>('/posts', { text })).body
const call = (who: Person, { id }: { id: string }, input: CrowdControlInput) =>
  who.put<CrowdControlView>(`/posts/${id}/plunger`, input)
const stop = (who: Person, { id }: { id: string }) => who.delete(`/posts/${id}/plunger`)
const hide = (who: Person, { id }: { id: string }, hidden: boolean) =>
  who.put<CrowdControlView>(`/posts/${id}/hidden`, { hidden })
const comment = (who: Person, { id }: { id: string }, more: object = {}) =>
  who.post<CommentView>(`/posts/${id}/comments`, { text: 'Well', ...more })
const react = (who: Person, { id }: { id: string }) => who.post(`/posts/${id}/react`, { emoji: '💩' })
const crowdControls = async (who: Person) => (await who.get<CrowdControlView[]>('/plungers')).body
const news = async (who: Person) => (await who.get<NotificationView[]>('/notifications')).body
const unread = async (who: Person) =>
  (await who.get<UnreadCountView>('/notifications/unread-count')).body.count
const shown = async (who: Person, { id }: { id: string }) => (await who.get<PostView>(`/posts/${id}`)).body
const mayComment = async (who: Person, { id }: { id: string }) =>
  (await who.get<CommentPermissionView>(`/posts/${id}/comment-permission`)).body.allowed

const models = async () => ({
  ...(await import('#server/features/posts/posts.model.ts')),
  ...(await import('#server/features/posts/crowd-control/crowds.model.ts')),
})
const crowds = async () => ({
  ...(await import('#server/features/posts/crowd-control/crowds.ts')),
  ...(await import('#server/features/posts/crowd-control/crowd-watch.ts')),
})

/** Lets the end of crowd control come now, and its jobs run. */
async function passTime({ id }: { id: string }): Promise<void> {
  const { PostModel } = await models()
  await PostModel.updateOne({ _id: id }, { $set: { 'plunger.endsAt': new Date(0) } })
  await runJobs(id)
}

async function dueJobs(postId: string) {
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  const { bus } = await import('#server/platform/bus.ts')
  const which = { kind: 'plunger', 'payload.postId': postId }
  await JobModel.updateMany(which, { $set: { dueAt: new Date() } })
  bus.emit('job:enqueued', { kind: which.kind, afterMs: 0 })
  return { JobModel, which }
}

async function runJobs(postId: string): Promise<void> {
  const { JobModel, which } = await dueJobs(postId)
  await until('the jobs are done', async () => (await JobModel.countDocuments(which)) === 0)
}

describe('Crowd control called by hand (DECISIONS row 500)', () => {
  it('holds every notification about the post back from its author, and brings one digest at its end', async () => {
    const subject = await post()
    const own = (await comment(ann, subject)).body
    const { status, body: begun } = await call(ann, subject, { hours: 8 })
    expect(status).toBe(200)
    expect(begun).toMatchObject({ id: subject.id, comments: 0, reactions: 0, rules: {} })
    expect(Date.parse(begun.endsAt) - Date.parse(begun.startedAt)).toBe(8 * 3600_000)
    const recorded = await recordEvents('notification:created', 'notification:count', 'plunger:updated')
    await comment(bob, subject, { text: `Look, @${cat.handle}` })
    await comment(cat, subject, { parentId: own.id })
    await react(bob, subject)
    await bob.put(`/comments/${own.id}/poo`)
    const heard = recorded.stop()
    expect([await news(ann), await unread(ann)]).toEqual([[], 0])
    // Other people are told as before.
    expect((await news(cat)).map(({ type }) => type)).toEqual(['MENTION'])
    expect(heard.filter(({ payload }) => 'userId' in payload && payload.userId === ann.id)).toHaveLength(3)
    const [card] = await crowdControls(ann)
    expect(card).toMatchObject({ comments: 2, reactions: 1, hidden: false })
    expect(heard.findLast(({ name }) => name === 'plunger:updated')?.payload).toMatchObject({ plunger: card })
    expect((await stop(ann, subject)).status).toBe(204)
    expect((await stop(ann, subject)).status).toBe(204)
    const [digest, ...others] = await news(ann)
    expect(others).toEqual([])
    expect(digest).toMatchObject({
      type: 'PLUNGER',
      data: { postId: subject.id, stage: 'ended', comments: 2, reactions: 1 },
      message: 'The plunger has done its work. Meanwhile: 2 comments and 1 reaction',
      about: { post: { id: subject.id } },
    })
    expect([await unread(ann), await crowdControls(ann)]).toEqual([1, []])
    await comment(bob, subject)
    expect((await news(ann)).map(({ type }) => type)).toEqual(['COMMENT', 'PLUNGER'])
  })

  it('says nothing at its end when nothing came, and is no news to others while it asks nothing of them', async () => {
    const subject = await post()
    await react(bob, subject)
    await call(ann, subject, { hours: 1 })
    await react(bob, subject)
    expect((await crowdControls(ann))[0]).toMatchObject({ comments: 0, reactions: 0 })
    expect((await shown(bob, subject)).plunger).toBeUndefined()
    await stop(ann, subject)
    expect(await news(ann)).toEqual([])
  })

  it('is for the author alone, for three lengths of time, and cannot be changed while it rests', async () => {
    const subject = await post()
    for (const refused of [await call(bob, subject, { hours: 1 }), await stop(bob, subject)])
      expect(refused.status).toBe(403)
    expect((await ann.put(`/posts/${subject.id}/plunger`, { hours: 2 })).status).toBe(400)
    expect((await ann.put(`/posts/${subject.id}/plunger`, { hours: 1, slowMinutes: 2 })).status).toBe(400)
    for (const refused of [
      await call(ann, subject, { strangersPaused: true }),
      await hide(ann, subject, true),
    ])
      expect([refused.status, refused.text]).toEqual([409, MESSAGES.crowdControlEnded])
    expect((await hide(bob, subject, true)).status).toBe(403)
    await call(ann, subject, { hours: 1 })
    expect(await crowdControls(bob)).toEqual([])
  })

  it('ends by itself at its time, once; a longer time that was chosen later counts', async () => {
    const subject = await post()
    await call(ann, subject, { hours: 1 })
    await comment(bob, subject)
    await call(ann, subject, { hours: 24 })
    const { JobModel, which } = await dueJobs(subject.id)
    // The first one does not count any more; the second one waits again.
    await until('one waits', async () => {
      const [job, ...others] = await JobModel.find(which).lean()
      return job?.state === 'waiting' && job.dueAt! > new Date() && others.length === 0
    })
    expect(await crowdControls(ann)).toHaveLength(1)
    await call(ann, subject, { hours: 8 })
    await passTime(subject)
    expect(await crowdControls(ann)).toEqual([])
    expect((await news(ann)).map(({ type }) => type)).toEqual(['PLUNGER'])
  })

  it('goes with its post, and comes back with it', async () => {
    const { setUndoTime } = await import('#server/shared/undo-time.ts')
    setUndoTime(60_000)
    try {
      const subject = await post()
      await call(ann, subject, { hours: 1 })
      await ann.delete(`/posts/${subject.id}`)
      expect(await crowdControls(ann)).toEqual([])
      await ann.post(`/posts/${subject.id}/restore`)
      expect((await crowdControls(ann)).map(({ id }) => id)).toEqual([subject.id])
    } finally {
      setUndoTime()
    }
  })

  it('is listed from two indexes', async () => {
    const subject = await post()
    await call(ann, subject, { hours: 1 })
    await hide(ann, await post().then(async (other) => (await call(ann, other, { hours: 1 })).body), true)
    const reads = await readsOf(() => crowdControls(ann))
    const lists = reads.filter(({ collection }) => ['posts', 'post_tombstones'].includes(collection))
    expect(lists).toHaveLength(2)
    expectIndexed(lists)
    expect(lists.map(({ docsExamined }) => docsExamined)).toEqual([1, 1])
  })
})

describe('What crowd control asks of people who comment', () => {
  it('pauses strangers: only the author and whom they follow can comment (DECISIONS row 503)', async () => {
    const subject = await post(`How is it, @${cat.handle}?`)
    await ann.post(`/users/${bob.id}/follow`)
    await call(ann, subject, { hours: 1, strangersPaused: true })
    expect((await shown(cat, subject)).plunger).toEqual({ strangersPaused: true })
    const answers = await Promise.all([ann, bob, cat].map((who) => comment(who, subject)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 403])
    expect(answers[2]!.text).toBe(MESSAGES.strangersPaused)
    expect(await Promise.all([ann, bob, cat].map((who) => mayComment(who, subject)))).toEqual([
      true,
      true,
      false,
    ])
    await call(ann, subject, { strangersPaused: false })
    expect((await comment(cat, subject)).status).toBe(201)
  })

  it('slows comments: one a person in its time, answered with the time to wait (DECISIONS row 504)', async () => {
    const subject = await post()
    const clientId = randomUUID()
    await call(ann, subject, { hours: 1, slowMinutes: 5 })
    const written = await comment(bob, subject, { clientId })
    const tooSoon = await Promise.all([bob, cat, ann, ann].map((who) => comment(who, subject)))
    expect(tooSoon.map(({ status }) => status)).toEqual([429, 201, 201, 201])
    const seconds = Number(tooSoon[0]!.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(290)
    expect(seconds).toBeLessThanOrEqual(300)
    expect(tooSoon[0]!.text).toBe(slowedDown(seconds))
    const again = await comment(bob, subject, { clientId })
    expect([again.status, again.body.id]).toEqual([200, written.body.id])
    // Other posts go on as before.
    expect((await comment(bob, await post('Another'))).status).toBe(201)
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    const earlier = { $set: { createdAt: new Date(Date.now() - 301_000) } }
    await CommentModel.collection.updateOne({ clientId }, earlier)
    expect((await comment(bob, subject)).status).toBe(201)
    await call(ann, subject, { slowMinutes: null })
    expect((await comment(bob, subject)).status).toBe(201)
  })

  it('slows comments of one person that arrive at the same moment', async () => {
    const subject = await post()
    await call(ann, subject, { hours: 1, slowMinutes: 1 })
    const answers = await Promise.all([bob, bob, bob].map((who) => comment(who, subject)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  })
})

describe('A post that its author has hidden (DECISIONS row 505)', () => {
  it('is there for nobody until they show it again, with all that it had', async () => {
    const subject = await post()
    await call(ann, subject, { hours: 1 })
    await comment(bob, subject)
    const hidden = (await hide(ann, subject, true)).body
    expect(hidden).toMatchObject({ id: subject.id, hidden: true, text: 'How is it?' })
    expect((await hide(ann, subject, true)).body).toEqual(hidden)
    for (const who of [ann, bob]) expect((await who.get(`/posts/${subject.id}`)).status).toBe(404)
    expect((await comment(bob, subject)).status).toBe(404)
    expect(await crowdControls(ann)).toEqual([hidden])
    expect((await hide(bob, subject, false)).status).toBe(404)
    const back = (await hide(ann, subject, false)).body
    expect(back).toMatchObject({ hidden: false, comments: 1, startedAt: hidden.startedAt })
    expect(back.rev).toBeGreaterThan(hidden.rev)
    expect((await shown(bob, subject))._count.comments).toBe(1)
    expect(await crowdControls(ann)).toEqual([back])
  })

  it('stays hidden when the time of crowd control is over, which ends once it is shown', async () => {
    const subject = await post()
    await call(ann, subject, { hours: 1 })
    await comment(bob, subject)
    await hide(ann, subject, true)
    const { PostTombstoneModel } = await models()
    const over = { $set: { 'undoable.plunger.endsAt': new Date(0) } }
    await PostTombstoneModel.updateOne({ _id: subject.id }, over)
    await runJobs(subject.id)
    expect(await crowdControls(ann)).toHaveLength(1)
    await hide(ann, subject, false)
    await until('it has ended', async () => (await crowdControls(ann)).length === 0)
    expect((await news(ann)).map(({ type }) => type)).toEqual(['PLUNGER'])
    expect((await shown(bob, subject)).id).toBe(subject.id)
  })
})

describe('A crowd (DECISIONS rows 501 and 573)', () => {
  /** As if so many strangers had been at the post in this window. */
  async function seen({ id }: { id: string }, count: number): Promise<void> {
    const { CrowdModel } = await models()
    const { windowOf } = await crowds()
    const row = { authorId: ann.id, window: windowOf(Date.now()), count, previous: 0, peak: count }
    await CrowdModel.updateOne(
      { _id: id },
      { $set: { ...row, settlesAt: new Date(Date.now() + 60_000) } },
      { upsert: true },
    )
  }
  const crowdOf = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, at) => person(server, `${name}_${round}_${at}`)))
  const write = async () => (await crowds()).writeCrowds()
  const offers = async ({ id }: { id: string }) =>
    (await news(ann)).filter(({ data }) => 'stage' in data && data.stage === 'offered' && data.postId === id)
      .length

  it('is told to the author once, with the offer; until they say yes every comment and reaction notifies', async () => {
    const subject = await post()
    const crowd = await crowdOf(CROWD, 'stranger')
    await Promise.all(crowd.slice(0, CROWD - 1).map((who) => react(who, subject)))
    // What one person does again and again counts once, and what the author does not at all.
    for (const who of [crowd[0]!, ann]) for (let at = 0; at < 3; at += 1) await comment(who, subject)
    await write()
    expect(await offers(subject)).toBe(0)
    const before = await unread(ann)
    await comment(crowd.at(-1)!, subject)
    await Promise.all([write(), write()])
    expect((await news(ann))[0]).toMatchObject({
      type: 'PLUNGER',
      data: { postId: subject.id, stage: 'offered' },
    })
    expect(await unread(ann)).toBe(before + 2)
    expect(await crowdControls(ann)).toEqual([])
    await comment(bob, subject)
    await react(bob, subject)
    await write()
    expect(await unread(ann)).toBe(before + 4)
    expect((await call(ann, subject, { hours: 1 })).status).toBe(200)
    await comment(bob, subject)
    expect(await unread(ann)).toBe(before + 4)
    await stop(ann, subject)
    await seen(subject, CROWD)
    for (const who of await crowdOf(5, 'again')) await react(who, subject)
    await write()
    expect(await offers(subject), 'no second one on the same day').toBe(1)
  })

  it('is not made of people whom the author follows, and is measured by what the author is used to', async () => {
    const friends = await crowdOf(5, 'friend')
    for (const { id } of friends) await ann.post(`/users/${id}/follow`)
    const followed = await post()
    await seen(followed, CROWD - 1)
    await Promise.all(friends.map((who) => react(who, followed)))
    await write()
    expect(await offers(followed)).toBe(0)
    const { UsualCrowdModel } = await models()
    await UsualCrowdModel.updateOne(
      { _id: ann.id },
      { $set: { usual: 100, updatedAt: new Date() } },
      { upsert: true },
    )
    const strangers = await crowdOf(5, 'guest')
    const popular = await post()
    await seen(popular, 200)
    await Promise.all(strangers.map((who) => react(who, popular)))
    await write()
    expect(await offers(popular)).toBe(0)
    const overrun = await post()
    await seen(overrun, 299)
    await Promise.all(strangers.map((who) => react(who, overrun)))
    await write()
    expect(await offers(overrun)).toBe(1)
  })

  it('joins what the author is used to a day later, and a pile-on no more than twice what makes one', async () => {
    const { CrowdModel, UsualCrowdModel } = await models()
    const { settleCrowds, crowdFrom, rateAt, WINDOW_MS } = await crowds()
    const settle = async (peak: number) => {
      const { id } = await post()
      await seen({ id }, peak)
      await CrowdModel.updateOne({ _id: id }, { $set: { settlesAt: new Date(0) } })
      await settleCrowds()
      expect(await CrowdModel.countDocuments({ _id: id })).toBe(0)
      return (await UsualCrowdModel.findById(ann.id).lean())?.usual
    }
    expect(await settle(20)).toBe(20)
    expect(await settle(40)).toBe(25)
    expect(await settle(10_000)).toBe(25 + (150 - 25) / 4)
    expect([0, 10, 11, 100, 9_999].map(crowdFrom)).toEqual([30, 30, 33, 300, 2_000])
    // A rate slides from one window into the next.
    const counts = { window: 10, count: 8, previous: 20 }
    expect([10, 10.5, 11, 11.5, 12].map((window) => rateAt(counts, window * WINDOW_MS))).toEqual([
      28, 18, 8, 4, 0,
    ])
  })
})
