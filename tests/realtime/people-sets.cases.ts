import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectLive, openLive, type LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { idOf, startBareGateway, type BareGateway } from './support/bare-gateway.ts'
import { postView } from '#tests/support/views.ts'

let gateway: BareGateway
const [ann, bob, cat] = [idOf(1), idOf(2), idOf(3)]
const FAR = idOf(900_000)
let number = 0

beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

const idsFrom = (first: number, many: number) => Array.from({ length: many }, (_, at) => idOf(first + at))
const change = (userId: string, viewer: { blocked?: string[]; muted?: string[] }) =>
  gateway.people.set(userId, {
    ...gateway.people.get(userId)!,
    blocked: new Set(viewer.blocked),
    muted: new Set(viewer.muted),
  })
const open = async (userId: string): Promise<LiveClient> =>
  connectLive(gateway, { headers: gateway.as(userId) })

/** Publishes a post of each author, and then one of a person whom every watcher follows. */
function publish(...authors: string[]): string {
  const last = idOf(500_000 + (number += 1) * 10)
  authors.forEach((author, at) =>
    gateway.bus.emit('post:created', { post: postView(idOf(Number.parseInt(last, 16) + 1 + at), author) }),
  )
  gateway.bus.emit('post:created', { post: postView(last, FAR) })
  return last
}
const authorsSeen = (page: LiveClient, topic: string) =>
  page
    .all('post:created')
    .flatMap((event) => (event.topic === topic ? event.posts.map(({ authorId }) => authorId) : []))
const hasPost =
  (id: string) =>
  ({ posts }: { posts: readonly { id: string }[] }) =>
    posts.some((post) => post.id === id)

async function setsOf() {
  const { createHiddenPeople } = await import('#realtime/rooms/hidden-people.ts')
  return createHiddenPeople(gateway.io)
}

describe('A person with 5,000 followees, 10,000 blocks and a mute', () => {
  it('[L17] joins no room for any of them, shares the sets between pages, and is forgotten with the last page', async () => {
    gateway.as(ann)
    change(ann, { blocked: idsFrom(10_000, 10_000), muted: [bob] })
    gateway.followees.set(ann, idsFrom(30_000, 5_000))
    const pages = [await open(ann), await open(ann)]
    for (const page of pages) await page.send('watch', { topic: 'following' })
    const sockets = [...gateway.io.of('/').sockets.values()]
    expect(sockets.map(({ rooms }) => rooms.size)).toEqual([3, 3])
    const { blocked, muted } = await setsOf()
    expect([blocked.sizeOf(ann), muted.sizeOf(ann)]).toEqual([10_000, 1])
    pages[0]!.close()
    await until('one page is closed', () => gateway.io.of('/').sockets.size === 1)
    expect(blocked.sizeOf(ann)).toBe(10_000)
    pages[1]!.close()
    await until('both pages are closed', () => gateway.io.of('/').sockets.size === 0)
    expect([blocked.sizeOf(ann), muted.sizeOf(ann), blocked.isKnown(idOf(10_000))]).toEqual([0, 0, false])
  })

  it('[L10] gets the posts of followees alone, and none of a muted or blocked one, on each page that watches', async () => {
    gateway.as(ann)
    change(ann, { blocked: [idOf(40_001)], muted: [idOf(40_002)] })
    gateway.followees.set(ann, [bob, idOf(40_001), idOf(40_002), FAR])
    const [following, feed] = [await open(ann), await open(ann)]
    await following.send('watch', { topic: 'following' })
    await feed.send('watch', { topic: 'feed' })
    const last = publish(bob, cat, idOf(40_001), idOf(40_002))
    await feed.next('post:created', hasPost(last))
    expect(authorsSeen(feed, 'feed').toSorted()).toEqual([bob, cat, FAR].toSorted())
    await following.next('post:created', hasPost(last))
    expect(authorsSeen(following, 'following').toSorted()).toEqual([bob, FAR].toSorted())
    following.close()
    feed.close()
    await until('the pages are closed', () => gateway.io.of('/').sockets.size === 0)
  })

  it('[L19] a mute, a follow and their ends count from the next post on', async () => {
    gateway.as(ann)
    change(ann, {})
    gateway.followees.set(ann, [FAR])
    const page = await open(ann)
    await page.send('watch', { topic: 'following' })
    const seenAfter = async (change: () => void) => {
      const before = authorsSeen(page, 'following').length
      change()
      await page.send('unwatch', {})
      await page.next('post:created', hasPost(publish(bob)))
      return authorsSeen(page, 'following')
        .slice(before)
        .filter((author) => author !== FAR)
    }
    const followed = { followerId: ann, followeeId: bob }
    expect(await seenAfter(() => gateway.bus.emit('user:followed', followed))).toEqual([bob])
    const relation = { userId: ann, otherId: bob, kind: 'mute' } as const
    expect(
      await seenAfter(() => {
        change(ann, { muted: [bob] })
        gateway.bus.emit('relation:changed', { ...relation, hidden: true })
      }),
    ).toEqual([])
    change(ann, {})
    gateway.people.set(bob, { ...gateway.people.get(ann)!, id: bob })
    gateway.bus.emit('relation:changed', { ...relation, hidden: false })
    await page.next('relation:updated', ({ muted }) => !muted)
    expect(await seenAfter(() => undefined)).toEqual([bob])
    expect(await seenAfter(() => gateway.bus.emit('user:unfollowed', followed))).toEqual([])
    page.close()
  })

  it('sees somebody again whose block ends while a page connects', async () => {
    const { userRoom } = await import('#realtime/audience.ts')
    await until('no page is open', () => gateway.io.of('/').sockets.size === 0)
    const headers = gateway.as(ann)
    gateway.as(bob)
    change(ann, { blocked: [bob] })
    const hold = Promise.withResolvers<void>()
    const { adapter } = gateway.io.of('/')
    const holdRead = (room: string) => {
      if (room === userRoom(ann)) gateway.held = hold.promise
    }
    adapter.on('create-room', holdRead)
    onTestFinished(() => void adapter.off('create-room', holdRead))
    const page = openLive(gateway, { headers })
    await until('the page has read its person', () => adapter.rooms.has(userRoom(ann)))
    expect(gateway.held).toBeNull()
    change(ann, {})
    gateway.bus.emit('relation:changed', { userId: ann, otherId: bob, hidden: false, kind: 'block' })
    await setImmediate()
    hold.resolve()
    await page.next('relation:updated', ({ blocked }) => !blocked)
    await page.next('ready')
    const { blocked } = await setsOf()
    expect(blocked.has(ann, bob)).toBe(false)
    page.close()
  })
})
