import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive } from '#tests/support/socket-client.ts'
import { idOf, startBareGateway, type BareGateway } from './support/bare-gateway.ts'
import { postView } from '#tests/support/views.ts'

let gateway: BareGateway
const author = idOf(1)

beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

describe('[L13] A page that starts to watch a post', () => {
  it('[L1] gets at once what happened between the fetch and the watch', async () => {
    const id = idOf(20_200)
    for (const rev of [2, 4, 3]) gateway.bus.emit('post:updated', { post: postView(id, author, { rev }) })
    const live = await connectLive(gateway)
    await live.send('watch', { posts: [id, idOf(20_201)] })
    expect((await live.next('post:updated')).post.rev).toBe(4)
    // A push that waited for the watch may bring the same state once more, and never an older one.
    await live.send('unwatch', { posts: [id] })
    expect(new Set(live.all('post:updated').map(({ post }) => post.rev))).toEqual(new Set([4]))
    live.close()
  })

  it('gets nothing about a deleted post', async () => {
    const id = idOf(20_202)
    gateway.bus.emit('post:updated', { post: postView(id, author, { rev: 2 }) })
    gateway.bus.emit('post:deleted', { id, rev: 3, authorId: author })
    // [L75] Told later than the deletion.
    gateway.bus.emit('post:updated', { post: postView(id, author, { rev: 2 }) })
    const live = await connectLive(gateway)
    await live.send('watch', { posts: [id] })
    await live.send('unwatch', { posts: [id] })
    expect(live.all('post:updated')).toEqual([])
    live.close()
  })

  it("[L10] gets nothing about a blocked person's post", async () => {
    const id = idOf(20_203)
    gateway.bus.emit('post:updated', { post: postView(id, author, { rev: 2 }) })
    const reader = idOf(2)
    const headers = gateway.as(reader)
    gateway.people.set(reader, { ...gateway.people.get(reader)!, blocked: new Set([author]) })
    const live = await connectLive(gateway, { headers })
    await live.send('watch', { posts: [id] })
    await live.send('unwatch', { posts: [id] })
    expect(live.all('post:updated')).toEqual([])
    live.close()
  })
})
