import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { newSeed, seeded } from '#tests/support/seeded.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let people: Person[]
let number = 0
let star: Person

beforeAll(async () => {
  server = await startTestServer()
  await mongoose.connection.createCollection('texts_of_notices')
  people = await Promise.all(Array.from({ length: 6 }, (_, at) => person(server, `fan_${at}`)))
})
afterAll(async () => {
  await mongoose.connection.dropCollection('texts_of_notices')
  await server.close()
})
beforeEach(async () => {
  number += 1
  star = await person(server, `star_${number}`)
})

const models = async () => import('#server/features/notifications/notifications.model.ts')
const service = async () => ({
  ...(await import('#server/features/notifications/notices.service.ts')),
  ...(await import('#server/platform/mongo/transaction.ts')),
})

const noticeFrom = ({ id, handle, user: { displayName, avatarUrl } }: Person, dedupeKey: string) =>
  ({
    userId: star.id,
    actor: { id, handle, displayName, avatarUrl },
    type: 'FOLLOW',
    data: { followerDisplayName: displayName, followerHandle: handle },
    message: `${handle} follows you`,
    dedupeKey,
  }) as const

const stored = async () => {
  const { NotificationModel } = await models()
  return NotificationModel.find({ userId: star.id }).sort({ seq: 1 }).lean()
}
const withdrawn = async () => {
  const { WithdrawnNotificationModel } = await models()
  return WithdrawnNotificationModel.find({ userId: star.id }).lean()
}
const pendingCount = async () => {
  const { PendingNoticeModel } = await models()
  return PendingNoticeModel.countDocuments({ userId: star.id })
}
const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1)

/** A pending notification as a process leaves it that stops right after the commit. */
async function leavePending(from: Person, age: number): Promise<void> {
  const { PendingNoticeModel } = await models()
  const notice = noticeFrom(from, `left:${from.id}`)
  const createdAt = new Date(Date.now() - age)
  await PendingNoticeModel.create({ userId: new Types.ObjectId(star.id), notice, createdAt })
}

describe('Notifications of one person from different transactions at the same moment', () => {
  it.each(GROUP_SIZES)('are all written when the callers have their answers, %s', async (_, max) => {
    await limitGroups(max)
    const { notify, transact } = await service()
    const recorded = await recordEvents('notification:created', 'notification:count')
    await Promise.all(
      upTo(30).map((at) => transact((tx) => notify(tx, noticeFrom(people[at % 6]!, `key:${at % 20}`)))),
    )
    const heard = recorded.stop()
    expect((await stored()).map(({ seq }) => seq)).toEqual(upTo(20))
    expect(await pendingCount()).toBe(0)
    expect((await star.get<UnreadCountView>('/notifications/unread-count')).body.count).toBe(20)
    expect(heard.filter(({ name }) => name === 'notification:created')).toHaveLength(20)
    const counts = heard.flatMap((event) => (event.name === 'notification:count' ? [event.payload] : []))
    expect(Math.max(...counts.map(({ count }) => count))).toBe(20)
    expect(counts.length).toBeLessThan(max > 1 ? 10 : 31)
  })

  it('do not make a transaction start again that began before another one was committed', async () => {
    const { notify, transact } = await service()
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0
    const first = transact(async (tx) => {
      attempts += 1
      // From its first write on, it does not see what others commit.
      await mongoose.connection
        .collection('texts_of_notices')
        .insertOne({ star: star.id }, { session: tx.session })
      begun.resolve()
      await released.promise
      await notify(tx, noticeFrom(people[0]!, 'began first'))
    })
    await begun.promise
    await transact((tx) => notify(tx, noticeFrom(people[1]!, 'committed first')))
    released.resolve()
    await first
    expect((await stored()).map(({ dedupeKey }) => dedupeKey)).toEqual(['committed first', 'began first'])
    expect(attempts).toBe(1)
  })

  it('leave nothing behind when their transaction fails, and do not block the next', async () => {
    const { notify, transact } = await service()
    const fails = (at: number) =>
      transact(async (tx) => {
        await notify(tx, noticeFrom(people[at]!, `fails:${at}`))
        throw new Error('taken back')
      })
    const ends = await Promise.allSettled([fails(0), fails(1), fails(2)])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect([await stored(), await pendingCount()]).toEqual([[], 0])
    await transact((tx) => notify(tx, noticeFrom(people[0]!, 'works')))
    expect((await stored()).map(({ seq }) => seq)).toEqual([1])
  })

  it.each(GROUP_SIZES)(
    'any mixture of mentions, comments, reactions and follows leaves right counts, %s',
    async (_, max) => {
      await limitGroups(max)
      const seed = newSeed()
      const dice = seeded(seed)
      const posts = await Promise.all(
        upTo(2).map(async (at) => (await star.post<PostView>('/posts', { text: `Post ${at}` })).body.id),
      )
      const expected = new Map<string, number>()
      const expectOne = (key: string) => void expected.set(key, (expected.get(key) ?? 0) + 1)
      const act = async (who: Person): Promise<number> => {
        const post = posts[dice(posts.length)]!
        const deed = dice(4)
        if (deed === 0) {
          expectOne(`MENTION ${who.id}`)
          return (await who.post('/posts', { text: `To @${star.handle} ${crypto.randomUUID()}` })).status
        }
        if (deed === 1) {
          expectOne(`COMMENT ${who.id}`)
          return (await who.post(`/posts/${post}/comments`, { text: 'Well' })).status
        }
        if (deed === 2) {
          // The second time takes it back.
          if (!expected.delete(`REACTION ${who.id} ${post}`)) expectOne(`REACTION ${who.id} ${post}`)
          return (await who.post(`/posts/${post}/react`, { emoji: '💩' })).status
        }
        expected.set(`FOLLOW ${who.id}`, 1)
        return (await who.post(`/users/${star.id}/follow`)).status
      }
      for (let round = 0; round < 5; round += 1) {
        const statuses = await Promise.all(people.flatMap((who) => [act(who), act(who)]))
        expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
      }
      const context = `seed ${seed}`
      const written = await stored()
      const found = new Map<string, number>()
      for (const { type, actor, data } of written) {
        const key = `${type} ${actor.id}${type === 'REACTION' && 'postId' in data ? ` ${data.postId}` : ''}`
        found.set(key, (found.get(key) ?? 0) + 1)
      }
      expect(Object.fromEntries(found), context).toEqual(Object.fromEntries(expected))
      const seqs = [...written, ...(await withdrawn())].map(({ seq }) => seq)
      expect(
        seqs.sort((a, b) => a - b),
        context,
      ).toEqual(upTo(seqs.length))
      expect((await star.get<UnreadCountView>('/notifications/unread-count')).body.count, context).toBe(
        written.length,
      )
      expect(await pendingCount(), context).toBe(0)
    },
  )
})

describe('Notifications that a stopped process left as pending', () => {
  it('are written once by the job, the newest ones later', async () => {
    const { writeLeftNotices } = await service()
    await leavePending(people[0]!, 60_000)
    await leavePending(people[1]!, 0)
    await Promise.all([writeLeftNotices(), writeLeftNotices()])
    const [only, ...others] = (await star.get<NotificationView[]>('/notifications')).body
    expect([only!.actor.id, others]).toEqual([people[0]!.id, []])
    expect(await pendingCount()).toBe(1)
    await writeLeftNotices(-1_000)
    expect((await stored()).map(({ seq }) => seq)).toEqual([1, 2])
    expect(await pendingCount()).toBe(0)
  })

  it('are erased with the account of either person', async () => {
    const { eraseNotifications } =
      await import('#server/features/notifications/notifications.personal-data.ts')
    const { PendingNoticeModel } = await models()
    await leavePending(people[2]!, 0)
    await leavePending(people[3]!, 0)
    const run = { signal: new AbortController().signal } as Parameters<typeof eraseNotifications>[1]
    await eraseNotifications({ ...people[2]!, isConfirmed: true }, run)
    const left = await PendingNoticeModel.find({ userId: star.id }).lean()
    expect(left.map(({ notice }) => notice.actor.id)).toEqual([people[3]!.id])
    await eraseNotifications({ ...star, isConfirmed: true }, run)
    expect(await pendingCount()).toBe(0)
  })
})
