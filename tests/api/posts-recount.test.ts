import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/users.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const recount = async () => {
  const { stdout } = await promisify(execFile)('node', ['scripts/recount.ts'], { env: { ...process.env, MONGODB_URI: server.storeUri } })
  return stdout
}

describe('npm run recount', () => {
  it('sets every wrong figure right beside the running server, raises revs, and leaves right ones alone', async () => {
    const id = (await ann.post<PostView>('/posts', { text: 'Counted' })).body.id
    await bob.post(`/users/${ann.id}/follow`)
    await bob.post(`/posts/${id}/react`, { emoji: '💩' })
    await bob.post(`/posts/${id}/share`)
    expect(await recount()).toBe('1 posts counted, 0 set right.\n2 people counted, 0 set right.\n')

    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { UserModel } = await import('#server/features/users/users.model.ts')
    await PostModel.updateOne({ _id: id }, { $set: { author: { displayName: 'Of old', handle: 'ann', avatarUrl: null }, commentCount: 5, reactionTotal: 0, reactionCounts: { '👎': 3 } } })
    await UserModel.updateOne({ _id: ann.id }, { $set: { postCount: -1, followerCount: 77, followingCount: 3 } })
    const { rev } = (await UserModel.findById(ann.id).lean())!
    expect(await recount()).toBe('1 posts counted, 1 set right.\n2 people counted, 1 set right.\n')

    await until('the feed shows it', async () => (await visitor(server).get<PostView[]>('/posts')).body[0]!._count.reactions === 1)
    expect((await visitor(server).get<PostView>(`/posts/${id}`)).body).toMatchObject({ reactionCounts: { '💩': 1 }, _count: { comments: 0, reactions: 1 }, shareCount: 1, author: { displayName: 'ann' } })
    const { body } = await visitor(server).get<ProfileView>('/users/ann')
    expect([body._count, body.rev]).toEqual([{ posts: 1, followers: 1, following: 0 }, rev + 1])
  })
})
