import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive, type LiveClient } from '#tests/support/socket-client.ts'
import { runningTime } from '#tests/support/durations.ts'
import { until } from '#tests/support/until.ts'
import { idOf, startBareGateway, type BareGateway } from './support/bare-gateway.ts'
import { commentView, postView } from '#tests/support/views.ts'

let gateway: BareGateway
const author = idOf(1)

beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

/** Emits evenly over some time, as a busy server does. */
async function emitFor(ms: number, perSecond: number, emit: (n: number) => void): Promise<number> {
  const began = performance.now()
  let sent = 0
  while (performance.now() - began < ms) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    while (sent <= due) emit((sent += 1))
    await pause(5)
  }
  return sent
}

const watching = async (wish: object): Promise<LiveClient> => {
  const live = await connectLive(gateway)
  await live.send('watch', wish)
  return live
}

describe('[L13] Counters of a post', () => {
  it('reach pages with the post on screen at most 4 times a second, and always with the last values', async () => {
    const id = idOf(100)
    const [onScreen, elsewhere] = await Promise.all([
      watching({ posts: [id] }),
      watching({ posts: [idOf(101)], topic: 'feed' }),
    ])
    const began = performance.now()
    const sent = await emitFor(2000, 200, (rev) =>
      gateway.bus.emit('post:updated', {
        post: postView(id, author, { rev, _count: { comments: 0, reactions: rev } }),
      }),
    )
    await onScreen.next('post:updated', ({ post }) => post.rev === sent)
    const seconds = (performance.now() - began) / 1000
    const frames = onScreen.all('post:updated')
    expect(sent).toBeGreaterThan(300)
    expect(frames.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
    expect(frames.length).toBeGreaterThan(4)
    expect(frames.at(-1)!.post._count.reactions).toBe(sent)
    expect(frames.map(({ post }) => post.rev)).toEqual(
      frames.map(({ post }) => post.rev).sort((a, b) => a - b),
    )
    expect(elsewhere.all('post:updated')).toEqual([])
    onScreen.close()
    elsewhere.close()
  })

  it('in the wrong order end with the newest', async () => {
    const id = idOf(102)
    const live = await watching({ posts: [id] })
    for (const rev of [5, 9, 7, 8, 6])
      gateway.bus.emit('post:updated', { post: postView(id, author, { rev }) })
    await live.next('post:updated', ({ post }) => post.rev === 9)
    gateway.bus.emit('post:updated', { post: postView(id, author, { rev: 10 }) })
    await live.next('post:updated', ({ post }) => post.rev === 10)
    expect(live.all('post:updated').map(({ post }) => post.rev)).toEqual([5, 9, 10])
    live.close()
  })

  it('of different posts do not delay each other', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => idOf(200 + n))
    const live = await watching({ posts: ids })
    const took = await runningTime(async () => {
      for (const id of ids) gateway.bus.emit('post:updated', { post: postView(id, author) })
      for (const id of ids) await live.next('post:updated', ({ post }) => post.id === id)
    })
    // In sequence they would take five seconds.
    expect(took).toBeLessThan(2000)
    live.close()
  })

  it('stop when the post leaves the screen', async () => {
    const id = idOf(103)
    const [leaves, stays] = await Promise.all([watching({ posts: [id] }), watching({ posts: [id] })])
    await leaves.send('unwatch', { posts: [id] })
    gateway.bus.emit('post:updated', { post: postView(id, author) })
    await stays.next('post:updated')
    await leaves.send('unwatch', {})
    expect(leaves.all('post:updated')).toEqual([])
    leaves.close()
    stays.close()
  })
})

describe('[L75] What is older than a deletion', () => {
  const postId = idOf(320)
  const made = (id: string, rev: number) =>
    gateway.bus.emit('post:created', { post: postView(id, author, { rev }) })
  const changed = (id: string, rev: number) =>
    gateway.bus.emit('post:updated', { post: postView(id, author, { rev }) })
  const deleted = (id: string, rev: number) => gateway.bus.emit('post:deleted', { id, rev, authorId: author })

  it('of a post is not pushed after it; the post that is shown again is', async () => {
    const live = await watching({ posts: [postId], topic: 'feed' })
    deleted(postId, 3)
    made(postId, 1)
    changed(postId, 2)
    made(postId, 4)
    changed(postId, 4)
    await live.next('post:updated')
    await live.next('post:created')
    expect(live.all('post:updated').map(({ post }) => post.rev)).toEqual([4])
    expect(live.all('post:created').flatMap(({ posts }) => posts.map(({ rev }) => rev))).toEqual([4])
    live.close()
  })

  it('of a comment is not pushed after it; the comment that is shown again is', async () => {
    const [id, postAuthorId] = [idOf(321), author]
    const live = await watching({ posts: [postId] })
    const comment = (rev: number) => commentView(id, postId, author, { rev })
    gateway.bus.emit('comment:deleted', { id, rev: 3, postId, authorId: author, postAuthorId })
    gateway.bus.emit('comment:created', { comment: comment(1), clientId: null, postAuthorId })
    gateway.bus.emit('comment:updated', { comment: comment(2), postAuthorId })
    gateway.bus.emit('comment:created', { comment: comment(4), clientId: null, postAuthorId })
    gateway.bus.emit('comment:updated', { comment: comment(4), postAuthorId })
    await live.next('comment:updated')
    expect(live.all('comment:created').map(({ comment: { rev } }) => rev)).toEqual([4])
    expect(live.all('comment:updated').map(({ comment: { rev } }) => rev)).toEqual([4])
    live.close()
  })
})

describe('[L13] The poos of a comment', () => {
  it('reach pages with the post on screen at most 4 times a second, and always with the last figure', async () => {
    const postId = idOf(300)
    const live = await watching({ posts: [postId] })
    const began = performance.now()
    const sent = await emitFor(2000, 200, (rev) =>
      gateway.bus.emit('comment:updated', {
        comment: commentView(idOf(301), postId, author, { rev, poos: rev }),
        postAuthorId: author,
      }),
    )
    await live.next('comment:updated', ({ comment }) => comment.rev === sent)
    const seconds = (performance.now() - began) / 1000
    const frames = live.all('comment:updated')
    expect(sent).toBeGreaterThan(300)
    expect(frames.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
    expect(frames.at(-1)!.comment.poos).toBe(sent)
    live.close()
  })

  it('are not pushed behind its deletion', async () => {
    const postId = idOf(310)
    const live = await watching({ posts: [postId] })
    const update = (rev: number) =>
      gateway.bus.emit('comment:updated', {
        comment: commentView(idOf(311), postId, author, { rev }),
        postAuthorId: author,
      })
    update(1)
    update(2)
    gateway.bus.emit('comment:deleted', {
      id: idOf(311),
      rev: 3,
      postId,
      authorId: author,
      postAuthorId: author,
    })
    await live.next('comment:deleted')
    const quiet = performance.now() + 600
    await until('a waiting push would have been sent', () => performance.now() > quiet)
    expect(live.all('comment:updated').map(({ comment }) => comment.rev)).toEqual([1])
    live.close()
  })
})

describe('[L14] New posts', () => {
  it('are announced at most 4 times a second, each once, the others as a number', async () => {
    const live = await watching({ topic: 'feed' })
    const began = performance.now()
    const sent = await emitFor(2000, 300, (n) =>
      gateway.bus.emit('post:created', { post: postView(idOf(10_000 + n), author) }),
    )
    const counted = () =>
      live.all('post:created').reduce((sum, { posts, more }) => sum + posts.length + more, 0)
    while (counted() < sent) await live.next('post:created')
    const seconds = (performance.now() - began) / 1000
    const frames = live.all('post:created')
    expect(counted()).toBe(sent)
    expect(frames.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
    expect(frames.every(({ posts }) => posts.length <= 10)).toBe(true)
    const ids = frames.flatMap(({ posts }) => posts.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    live.close()
  })

  it('after a quiet period are announced at once', async () => {
    const live = await watching({ topic: 'feed' })
    const quiet = performance.now() + 300
    await until('nothing has been announced for a while', () => performance.now() > quiet)
    const took = await runningTime(() => {
      gateway.bus.emit('post:created', { post: postView(idOf(5), author) })
      return live.next('post:created')
    })
    expect(took).toBeLessThan(250)
    live.close()
  })

  it('deleted before their announcement are not announced', async () => {
    const live = await watching({ topic: 'feed' })
    for (const n of [20, 21, 22]) gateway.bus.emit('post:created', { post: postView(idOf(n), author) })
    gateway.bus.emit('post:deleted', { id: idOf(21), rev: 2, authorId: author })
    await live.next('post:created', ({ posts }) => posts.some(({ id }) => id === idOf(22)))
    expect(live.all('post:created').flatMap(({ posts }) => posts.map(({ id }) => id))).toEqual([
      idOf(20),
      idOf(22),
    ])
    live.close()
  })
})
