import { afterAll, beforeAll, it } from 'vitest'
import type { TrendingTagView } from '#contract/posts.ts'
import { people } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { post, watching } from './support/scenes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const has =
  (tag: string) =>
  ({ tags }: { tags: readonly TrendingTagView[] }): boolean =>
    tags.some((one) => one.tag === tag)

it('[L77] a page that has read newer hashtags than were pushed gets those that follow, the same as before', async () => {
  const [ann, bob] = await people(server, ['ann', 'bob'])
  const early = await watching(server, ann, { topic: 'trends' })
  await post(bob, 'It #stays')
  await early.next('trending:updated', has('stays'))
  const second = await post(bob, 'It #goes')
  // Read before it is pushed: a push comes at most every ten seconds.
  const isRead = async () => has('goes')({ tags: (await ann.get<TrendingTagView[]>('/trending')).body })
  await until('the new hashtag is counted', isRead, 20_000)
  const late = await watching(server, ann, { topic: 'trends' })
  await late.next('trending:updated', has('goes'))
  await bob.delete(`/posts/${second.id}`)
  await late.next('trending:updated', (pushed) => !has('goes')(pushed))
  early.close()
  late.close()
})
