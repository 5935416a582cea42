import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive } from '#tests/support/socket-client.ts'
import { idOf, startBareGateway, type BareGateway } from './support/bare-gateway.ts'
import { until } from '#tests/support/until.ts'
import { postView } from '#tests/support/views.ts'

let gateway: BareGateway
const author = idOf(1)

beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

/** A post that counts how often it is serialised. */
function counted(id: string): { view: ReturnType<typeof postView>; times(): number } {
  const plain = postView(id, author)
  let times = 0
  const view = Object.assign(
    { ...plain },
    {
      toJSON() {
        times += 1
        return plain
      },
    },
  )
  return { view, times: () => times }
}

const many = (count: number, make: () => Promise<Awaited<ReturnType<typeof connectLive>>>) =>
  Promise.all(Array.from({ length: count }, make))

/** How often a counter and an announcement are serialised for this number of pages. */
async function costs(pagesWatching: number, n: number): Promise<number[]> {
  const pages = await many(pagesWatching, () => connectLive(gateway))
  await Promise.all(pages.map((page) => page.send('watch', { posts: [idOf(n)], topic: 'feed' })))
  const posts = [counted(idOf(n)), counted(idOf(n + 1))]
  gateway.bus.emit('post:updated', { post: posts[0]!.view })
  gateway.bus.emit('post:created', { post: posts[1]!.view })
  await Promise.all(pages.flatMap((page) => [page.next('post:updated'), page.next('post:created')]))
  pages.forEach((page) => page.close())
  return posts.map(({ times }) => times())
}

describe('[L16] A payload', () => {
  it('is serialised once for each event, for one socket as for hundreds', async () => {
    const [alone] = await costs(1, 50)
    expect(alone).toBeGreaterThan(0)
    expect(await costs(400, 52)).toEqual([alone, alone])
  })

  it('reaches every socket in the order of the events, also when it is sent in slices', async () => {
    const id = idOf(60)
    const pages = await many(350, () => connectLive(gateway))
    await Promise.all(pages.map((page) => page.send('watch', { posts: [id] })))
    const comment = (n: number) => ({
      id: idOf(7000 + n),
      postId: id,
      authorId: author,
      text: String(n),
      createdAt: '',
      updatedAt: '',
      author: postView(id, author).author,
      parent: null,
      poos: 0,
      rev: 1,
    })
    for (let n = 0; n < 12; n++)
      gateway.bus.emit('comment:created', { comment: comment(n), clientId: null, postAuthorId: author })
    await Promise.all(
      pages.map((page) => page.next('comment:created', (event) => event.comment.text === '11')),
    )
    const expected = Array.from({ length: 12 }, (_, n) => String(n))
    for (const page of pages)
      expect(page.all('comment:created').map((event) => event.comment.text)).toEqual(expected)
    pages.forEach((page) => page.close())
  })

  it('that depends on the viewer goes to that person only; the others carry no viewer', async () => {
    const [ann, bob] = [idOf(70), idOf(71)]
    const [annsPage, bobsPage] = await Promise.all(
      [ann, bob].map((who) => connectLive(gateway, { headers: gateway.as(who) })),
    )
    await Promise.all(
      [annsPage!, bobsPage!].map((page) => page.send('watch', { posts: [idOf(72)], topic: 'feed' })),
    )
    gateway.bus.emit('post:created', { post: postView(idOf(72), author) })
    gateway.bus.emit('post:reacted', { userId: ann, postId: idOf(72), emoji: '💩', rev: 2 })
    gateway.bus.emit('post:updated', { post: postView(idOf(72), author, { rev: 2 }) })
    expect(await annsPage!.next('post:reacted')).toEqual({ postId: idOf(72), emoji: '💩', rev: 2 })
    await Promise.all(
      [annsPage!, bobsPage!].flatMap((page) => [page.next('post:updated'), page.next('post:created')]),
    )
    expect(bobsPage!.all('post:reacted')).toEqual([])
    for (const { payload } of bobsPage!.heard) expect(JSON.stringify(payload)).not.toContain('"viewer"')
    annsPage!.close()
    bobsPage!.close()
  })
})

describe('[L15] What is worth nothing later', () => {
  const ask = () =>
    gateway.bus.emit('attention', { userId: author, about: idOf(2), kind: 'asks', from: null })

  it('reaches a page also while something else is on its way there, but not one that does not keep up', async () => {
    const page = await connectLive(gateway, { headers: gateway.as(author) })
    const [socket] = gateway.io.of('/').sockets.values()
    const write = (times: number) => {
      for (let n = 0; n < times; n += 1) socket!.emit('ready', { quietMs: n } as never)
    }
    write(2)
    ask()
    await page.next('attention')
    // All of them wait until the end of this turn of the event loop.
    write(40)
    ask()
    await until('all have come', () => page.all('ready').length === 43)
    expect(page.all('attention')).toHaveLength(1)
    page.close()
  })
})
