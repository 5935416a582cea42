import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Types, trusted } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { recount as recountAs } from '#tests/support/recount.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const inStore = () => ({ env: { ...process.env, MONGODB_URI: server.storeUri } })
const command = async (script: string) =>
  (await promisify(execFile)(process.execPath, [script], inStore())).stdout
const recount = () => command('scripts/recount.ts')

describe('npm run recount', () => {
  it('corrects every wrong figure beside the running server, raises revs, and does not touch correct ones', async () => {
    const id = (await ann.post<PostView>('/posts', { text: 'Counted' })).body.id
    await bob.post(`/users/${ann.id}/follow`)
    await bob.post(`/posts/${id}/react`, { emoji: '💩' })
    await bob.post(`/posts/${id}/share`)
    expect(await recount()).toBe('1 posts counted, 0 set right.\n2 people counted, 0 set right.\n')

    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    await PostModel.updateOne(
      { _id: id },
      {
        $set: {
          author: { displayName: 'Of old', handle: 'ann', avatarUrl: null },
          commentCount: 5,
          reactionTotal: 0,
          reactionCounts: { '👎': 3 },
        },
      },
    )
    await UserModel.updateOne(
      { _id: ann.id },
      { $set: { postCount: -1, followerCount: 77, followingCount: 3 } },
    )
    const { rev } = (await UserModel.findById(ann.id).lean())!
    expect(await recount()).toBe('1 posts counted, 1 set right.\n2 people counted, 1 set right.\n')

    await until(
      'the feed shows it',
      async () => (await visitor(server).get<PostView[]>('/posts')).body[0]!._count.reactions === 1,
    )
    const shown = async () => (await visitor(server).get<PostView>(`/posts/${id}`)).body
    // Where the server itself runs the recount, it keeps the post for a moment as it was before the author's card.
    await until("the author's card is right", async () => (await shown()).author.displayName === 'ann')
    expect(await shown()).toMatchObject({
      reactionCounts: { '💩': 1 },
      _count: { comments: 0, reactions: 1 },
      shareCount: 1,
      author: { displayName: 'ann' },
    })
    const { body } = await visitor(server).get<ProfileView>('/users/ann')
    expect([body._count, body.rev]).toEqual([{ posts: 1, followers: 1, following: 0 }, rev + 1])
  })

  it('is continued by the server when it is killed half-way, and counts nothing twice', async () => {
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
    const { recount: walk, lastSync } = await import('#server/features/admin/site-settings/sync.service.ts')
    const post = (await PostModel.findOne().lean())!
    // Another author, so that people's counts are correct.
    const made = Array.from({ length: 150 }, () => ({
      ...post,
      _id: new Types.ObjectId(),
      authorId: new Types.ObjectId(),
      commentCount: 9,
      reactions: [],
      reactionCounts: {},
      reactionTotal: 0,
    }))
    await PostModel.insertMany(made, { lean: true })
    const child = spawn(process.execPath, ['scripts/recount.ts'], { ...inStore(), stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const progress = async () =>
      (await JobModel.findOne({ kind: 'recount' }).lean())?.progress as
        | { part: string; after: string | null }
        | undefined
    await until('it has done a portion', async () => typeof (await progress())?.after === 'string', 60_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // Posts that it has counted are not counted again.
    const { after } = (await progress())!
    expect(after).toEqual(expect.any(String))
    await PostModel.updateOne({ _id: after! }, { $set: { commentCount: 7 } })
    // Its lease is over.
    await JobModel.updateOne({ kind: 'recount', state: 'running' }, { $set: { dueAt: new Date(0) } })
    expect(await walk.isDoneWithin(60_000)).toBe(true)
    expect(
      (await PostModel.find({ commentCount: trusted({ $ne: 0 }) }, { _id: 1 }).lean()).map(({ _id }) =>
        String(_id),
      ),
    ).toEqual([after])
    expect(await lastSync()).toMatchObject({ posts: 151, people: 2, finishedAt: expect.any(String) })
    expect(await recount()).toBe('151 posts counted, 1 set right.\n2 people counted, 0 set right.\n')
  }, 90_000)

  it("is the same job as admins' simultaneous requests, with one entry in the audit log", async () => {
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    const { AuditModel } = await import('#server/shared/audit/audit.model.ts')
    await setAdmin(ann.id, true)
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    await UserModel.updateOne({ _id: bob.id }, { $set: { postCount: 4 } })
    const before = await AuditModel.countDocuments({ action: 'house.sync' })
    const answers = await Promise.all([1, 2, 3].map(() => recountAs(ann)))
    // Enough posts that the first recount still runs when the last one is requested.
    expect(answers[0]).toMatchObject({ posts: 151, people: 2, corrected: 1, finishedAt: expect.any(String) })
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(await AuditModel.countDocuments({ action: 'house.sync' })).toBe(before + 1)
  })
})

describe('npm run rebuild', () => {
  it('rebuilds the search words of posts, blog posts and people, and changes no other field and no rev', async () => {
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const { BlogModel } = await import('#server/features/blog/blog.model.ts')
    const article = (
      await ann.post<{ id: string }>('/blog/posts', {
        title: 'On paper',
        slug: 'on-paper',
        content: 'Two layers at least',
        published: true,
      })
    ).body.id
    const right = async () => ({
      posts: await PostModel.find().lean(),
      decrees: await BlogModel.find().lean(),
      people: await UserModel.find().select('+searchKeys').lean(),
    })
    const before = await right()
    await PostModel.updateMany({}, { $set: { words: ['of', 'old'] } })
    await BlogModel.updateOne({ _id: article }, { $unset: { words: 1 } })
    await UserModel.updateOne({ _id: bob.id }, { $set: { searchKeys: [] } })
    expect(await command('scripts/rebuild.ts')).toBe(
      '151 posts looked at, 151 changed.\n0 blocks looked at, 0 changed.\n1 decrees looked at, 1 changed.\n2 people looked at, 1 changed.\n0 messages looked at, 0 changed.\n',
    )
    expect(await right()).toEqual(before)
    expect(await command('scripts/rebuild.ts')).toBe(
      '151 posts looked at, 0 changed.\n0 blocks looked at, 0 changed.\n1 decrees looked at, 0 changed.\n2 people looked at, 0 changed.\n0 messages looked at, 0 changed.\n',
    )
  })
})
