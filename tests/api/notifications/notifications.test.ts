import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NotificationView, type UnreadCountView } from '#contract/notifications.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { fewestOf } from '#tests/support/commands.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let number = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ann = await person(server, `ann_${number}`)
  bob = await person(server, `bob_${number}`)
})

const house = async () => {
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const { notify } = await import('#server/features/notifications/notices.service.ts')
  return { transact, notify }
}

const cardOf = ({ user: { id, handle, displayName, avatarUrl } }: Person) => ({
  id,
  handle,
  displayName,
  avatarUrl,
})

/** One notification, written as a feature does. */
async function tell(who: Person, actor: Person, dedupeKey?: string): Promise<void> {
  const { transact, notify } = await house()
  const data = { followerDisplayName: actor.user.displayName, followerHandle: actor.handle }
  const notice = {
    userId: who.id,
    actor: cardOf(actor),
    type: 'FOLLOW',
    data,
    message: `${actor.handle} follows you`,
    ...(dedupeKey && { dedupeKey }),
  } as const
  await transact((tx) => notify(tx, notice))
}
const tellTimes = async (times: number) => {
  for (let one = 0; one < times; one += 1) await tell(ann, bob)
}

const list = async (who: Person, query = '') =>
  (await who.get<NotificationView[]>(`/notifications${query}`)).body
const count = async (who: Person) => (await who.get<UnreadCountView>('/notifications/unread-count')).body
const read = (who: Person, ids: string[]) => who.post<UnreadCountView>('/notifications/read', { ids })
const seqs = (views: NotificationView[]) => views.map(({ seq }) => seq)
const downFrom = (most: number, many: number) => Array.from({ length: many }, (_, at) => most - at)

describe('A notification', () => {
  it('arrives as the contract says, unread, with the person who caused it', async () => {
    await tell(ann, bob)
    const [only] = await list(ann)
    expect(NotificationView.parse(only)).toEqual(only)
    expect(only).toMatchObject({
      seq: 1,
      type: 'FOLLOW',
      read: false,
      actor: cardOf(bob),
      data: { followerHandle: bob.handle },
      message: `${bob.handle} follows you`,
    })
  })

  it("[L6] gets its owner's next number, also when forty arrive at once", async () => {
    await Promise.all(Array.from({ length: 40 }, () => tell(ann, bob)))
    const all = [...(await list(ann)), ...(await list(ann, '?before=21'))]
    expect(seqs(all)).toEqual(downFrom(40, 40))
    expect(await count(ann)).toMatchObject({ count: 40 })
  })

  it('is created once for its key, also at the same moment and after it was read', async () => {
    await Promise.all(Array.from({ length: 10 }, () => tell(ann, bob, 'follow:bob')))
    expect(seqs(await list(ann))).toEqual([1])
    await read(
      ann,
      (await list(ann)).map(({ id }) => id),
    )
    await tell(ann, bob, 'follow:bob')
    expect(seqs(await list(ann))).toEqual([1])
    expect(await count(ann)).toMatchObject({ count: 0 })
  })

  it("is not created for a person's own action", async () => {
    await tell(ann, ann)
    expect(await list(ann)).toEqual([])
  })

  it('is not created by people whom its reader has muted, or across a block in either direction', async () => {
    const { RelationModel } = await import('#server/features/people/relations/relations.model.ts')
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    const hide = async (userId: string, otherId: string, kind: 'mute' | 'block') => {
      await RelationModel.deleteMany({})
      await RelationModel.create({ userId, otherId, kind, createdAt: new Date() })
      ;[userId, otherId].forEach(forgetViewer)
    }
    await hide(ann.id, bob.id, 'mute')
    await tell(ann, bob)
    await hide(ann.id, bob.id, 'block')
    await tell(ann, bob)
    await hide(bob.id, ann.id, 'block')
    await tell(ann, bob)
    expect(await list(ann)).toEqual([])
    expect(await count(ann)).toMatchObject({ count: 0 })
    await hide(bob.id, ann.id, 'mute')
    await tell(ann, bob)
    expect(seqs(await list(ann))).toEqual([1])
  })

  it('[L3] is neither pushed nor numbered when its cause fails', async () => {
    const { transact, notify } = await house()
    const recorded = await recordEvents('notification:created', 'notification:count')
    const data = { followerDisplayName: 'Bob', followerHandle: bob.handle }
    const failing = transact(async (tx) => {
      await notify(tx, { userId: ann.id, actor: cardOf(bob), type: 'FOLLOW', data, message: 'never' })
      throw new Error('the follow failed')
    })
    await expect(failing).rejects.toThrow('the follow failed')
    expect(recorded.stop()).toEqual([])
    await tell(ann, bob)
    expect(seqs(await list(ann))).toEqual([1])
  })
})

describe('The list of notifications', () => {
  it.each(['before', 'cursor'])('comes newest first, twenty a page; by `%s` each comes once', async (by) => {
    await tellTimes(45)
    const collected: number[] = []
    for (let query = ''; ; query = `?${by}=${collected.at(-1)}`) {
      const page = await list(ann, query)
      collected.push(...seqs(page))
      if (page.length < 20) break
    }
    expect(collected).toEqual(downFrom(45, 45))
  })

  it('[L6] answers everything after a seq, beginning with the oldest', async () => {
    await tellTimes(45)
    expect(seqs(await list(ann, '?after=3'))).toEqual(downFrom(23, 20))
    expect(seqs(await list(ann, '?after=23'))).toEqual(downFrom(43, 20))
    expect(seqs(await list(ann, '?after=43'))).toEqual([45, 44])
    expect(seqs(await list(ann, '?after=45'))).toEqual([])
    expect(seqs(await list(ann, '?after=10&before=14'))).toEqual([13, 12, 11])
  })

  it('separates New and Earlier', async () => {
    await tellTimes(6)
    const [newest, , third] = await list(ann)
    await read(ann, [newest!.id, third!.id])
    expect(seqs(await list(ann, '?state=read'))).toEqual([6, 4])
    expect(seqs(await list(ann, '?state=unread'))).toEqual([5, 3, 2, 1])
  })

  it('takes one indexed read in every form, and the badge one read by id', async () => {
    await tellTimes(60)
    await tell(bob, ann)
    await read(ann, seqsToIds(await list(ann)))
    const { notificationSkeleton: notificationsPage } =
      await import('#server/features/notifications/notifications.service.ts')
    const { unreadCount } = await import('#server/features/notifications/unread-count.ts')
    for (const query of [
      {},
      { before: 50 },
      { after: 10 },
      { state: 'read' },
      { state: 'unread' },
      { state: 'unread', before: 30 },
    ] as const) {
      const reads = await readsOf(() => notificationsPage(ann.id, query))
      expect(reads).toHaveLength(1)
      expectIndexed(reads)
    }
    expect(await fewestOf(() => unreadCount(ann.id))).toEqual(['find notification_counters'])
    expectIndexed(await readsOf(() => unreadCount(ann.id)))
  })
})

const seqsToIds = (views: NotificationView[]) => views.map(({ id }) => id)

describe('Reading notifications', () => {
  it('marks the chosen ones, answers the remaining count, and changes nothing when repeated', async () => {
    await tellTimes(3)
    const [first, second] = await list(ann)
    const ids = [first!.id, second!.id]
    const answers = [
      await read(ann, ids),
      await read(ann, ids),
      await read(ann, [...ids, ...ids]),
      await read(ann, []),
    ]
    expect(answers.map(({ status, body }) => [status, body.count])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
      [200, 1],
    ])
    expect(new Set(answers.map(({ body }) => body.rev)).size).toBe(1)
    expect((await list(ann)).map((one) => [one.read, one.rev])).toEqual([
      [true, 2],
      [true, 2],
      [false, 1],
    ])
  })

  it('counts each once when every tab marks the same ones at the same moment', async () => {
    await tellTimes(12)
    const ids = seqsToIds(await list(ann))
    await Promise.all([read(ann, ids), read(ann, ids.slice(0, 7)), read(ann, ids.slice(5)), tell(ann, bob)])
    expect(await count(ann)).toMatchObject({ count: 1 })
    expect((await list(ann)).filter((one) => !one.read).map(({ seq }) => seq)).toEqual([13])
  })

  it("leaves another person's notification unread, and marks the others", async () => {
    await tell(ann, bob)
    await tell(bob, ann)
    const [mine] = await list(ann)
    const [theirs] = await list(bob)
    expect((await read(ann, [theirs!.id])).body.count).toBe(1)
    expect((await read(ann, [mine!.id, theirs!.id, 'f'.repeat(24)])).body.count).toBe(0)
    expect(await count(ann)).toMatchObject({ count: 0 })
    expect(await count(bob)).toMatchObject({ count: 1 })
  })
})

describe('[L1] For every notification event', () => {
  it('the state before it plus the event is what a refetch gives', async () => {
    const held = new Map<string, NotificationView>()
    let badge = { count: 0, chats: 0, rev: 0 }
    const accept = (view: NotificationView) =>
      (held.get(view.id)?.rev ?? 0) < view.rev ? held.set(view.id, view) : held
    const settle = async (work: () => Promise<unknown>) => {
      const recorded = await recordEvents(
        'notification:created',
        'notification:updated',
        'notification:count',
      )
      await work()
      for (const { name, payload } of recorded.stop()) {
        if (!('userId' in payload) || payload.userId !== ann.id) continue
        if (name === 'notification:created') accept(payload.notification)
        if (name === 'notification:updated') payload.notifications.forEach(accept)
        if (name !== 'notification:count' || payload.rev <= badge.rev) continue
        const { userId: _, ...count } = payload
        badge = count
      }
      expect([...held.values()].sort((a, b) => b.seq - a.seq)).toEqual(await list(ann))
      expect(badge).toEqual(await count(ann))
    }
    await settle(() => tell(ann, bob))
    await settle(() =>
      Promise.all([tell(ann, bob), tell(bob, ann), tell(ann, bob, 'once'), tell(ann, bob, 'once')]),
    )
    await settle(async () => read(ann, seqsToIds(await list(ann)).slice(1)))
    await settle(async () => read(ann, seqsToIds(await list(ann))))
    await settle(() => tell(ann, bob))
  })
})

describe('Invalid input', () => {
  it.each([
    ['no ids', {}],
    ['null', null],
    ['ids that are no list', { ids: 'all' }],
    ['an id that is a query', { ids: [{ $ne: null }] }],
    ['ids that are a query', { ids: { $exists: true } }],
    ['an id that is none', { ids: ['zzz'] }],
    ['numbers', { ids: [1, 2] }],
    ['too many', { ids: Array.from({ length: 1001 }, () => 'a'.repeat(24)) }],
  ])('reading %s is refused with 400', async (_name, body) => {
    const answer = await ann.post('/notifications/read', body)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('text/plain'),
    ])
  })

  it.each([
    'before=x',
    'cursor=2026-01-01T00:00:00.000Z',
    'before=-1',
    'after=1e9',
    'before=1&before=2',
    'state=all',
    'state[$ne]=x&before=%7B%7D',
    'after=99999999999',
  ])('a list by %s is refused with 400', async (query) => {
    expect((await ann.get(`/notifications?${query}`)).status).toBe(400)
  })

  it('a visitor is asked to log in', async () => {
    const nobody = visitor(server)
    for (const answer of [
      await nobody.get('/notifications'),
      await nobody.get('/notifications/unread-count'),
      await nobody.post('/notifications/read', { ids: [] }),
    ])
      expect([answer.status, answer.text]).toEqual([401, 'Please log in to continue.'])
  })
})
