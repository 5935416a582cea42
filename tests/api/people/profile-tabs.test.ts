import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommentView, ReplyView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { insertPosts } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
let cat: Person

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob, cat] = await Promise.all([person(server, 'ann'), person(server, 'bob'), person(server, 'cat')])
})
afterAll(() => server.close())

const drop = async (who: Person, text: string) => (await who.post<PostView>('/posts', { text })).body
const answer = async (who: Person, { id }: PostView, text: string) =>
  (await who.post<CommentView>(`/posts/${id}/comments`, { text })).body
const replies = async (who: Caller, query = '') =>
  (await who.get<ReplyView[]>(`/users/ann/replies${query}`)).body
const likes = async (who: Caller, query = '') => (await who.get<PostView[]>(`/users/ann/likes${query}`)).body
const media = async (who: Caller) => (await who.get<PostView[]>('/users/ann/media')).body

describe('Replies', () => {
  it('are the comments, each with its post, and the posts that mention somebody, newest first', async () => {
    expect(await replies(nobody)).toEqual([])
    const asked = await drop(bob, 'Who took the brush?')
    const comment = await answer(ann, asked, 'Not me.')
    await drop(ann, 'No one is called here')
    const calling = await drop(ann, 'It was @bob all along')
    const found = await replies(cat)
    expect(found.map(({ comment: one, post }) => [one?.text ?? null, post.text])).toEqual([
      [null, calling.text],
      ['Not me.', asked.text],
    ])
    expect(found.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      [calling.id, calling.createdAt],
      [comment.id, comment.createdAt],
    ])
    expect(found[1]?.comment?.viewer.can).toEqual({ edit: false, delete: false })
    expect((await replies(ann))[1]?.comment?.viewer.can).toEqual({ edit: true, delete: true })
  })

  it('change when a post is edited', async () => {
    const [{ post } = { post: null }] = await replies(ann)
    await ann.patch(`/posts/${post?.id}`, { text: 'It was nobody' })
    expect((await replies(nobody)).map(({ comment }) => comment?.text)).toEqual(['Not me.'])
  })

  it('leave out replies to posts of people across a block', async () => {
    await cat.post(`/users/${bob.id}/block`)
    expect(await replies(cat)).toEqual([])
    expect(await replies(nobody)).toHaveLength(1)
    await cat.delete(`/users/${bob.id}/block`)
  })

  it('of an unknown person answer 404, and invalid cursors are refused', async () => {
    for (const tab of ['replies', 'media', 'likes']) {
      expect((await nobody.get(`/users/nobody_here/${tab}`)).status).toBe(404)
      expect((await nobody.get(`/users/ann/${tab}?cursor=soon`)).status).toBe(400)
    }
  })
})

describe('Likes', () => {
  it("are the posts with the person's reaction, newest post first, without those whose reaction was withdrawn", async () => {
    expect(await likes(nobody)).toEqual([])
    const older = await drop(bob, 'Older decree')
    const newer = await drop(cat, 'Newer decree')
    await ann.post(`/posts/${newer.id}/react`, { emoji: '💩' })
    await ann.post(`/posts/${older.id}/react`, { emoji: '😂' })
    expect((await likes(nobody)).map(({ id }) => id)).toEqual([newer.id, older.id])
    expect((await likes(ann)).map(({ viewer }) => viewer.reaction)).toEqual(['💩', '😂'])
    await ann.post(`/posts/${newer.id}/react`, { emoji: '💩' })
    expect((await likes(nobody)).map(({ id }) => id)).toEqual([older.id])
  })

  it('leave out posts of people hidden from the viewer', async () => {
    await cat.post(`/users/${bob.id}/mute`)
    expect(await likes(cat)).toEqual([])
    await cat.delete(`/users/${bob.id}/mute`)
    expect(await likes(cat)).toHaveLength(1)
  })
})

describe('Every tab is read through its index', () => {
  const start = Date.UTC(2026, 0, 1)

  beforeAll(async () => {
    const ids = await insertPosts(
      Array.from({ length: 600 }, (_, at) => ({
        authorId: at % 2 ? ann.id : bob.id,
        at: start - at * 1000,
        text: at % 6 === 1 ? 'hear @bob' : 'plain',
      })),
    )
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    await PostModel.collection.updateMany(
      { _id: { $in: ids.filter((_, at) => at % 6 === 3).map((id) => new Types.ObjectId(id)) } },
      { $set: { mediaUrl: '/uploads/x.webp', mediaType: 'image' } },
    )
    const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
    await ReactionModel.insertMany(
      ids.flatMap((id, at) =>
        at % 4
          ? []
          : [
              {
                postId: new Types.ObjectId(id),
                userId: new Types.ObjectId(ann.id),
                emoji: '👍',
                postAt: new Date(start - at * 1000),
                createdAt: new Date(),
              },
            ],
      ),
    )
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    const author = { displayName: 'ann', handle: 'ann', avatarUrl: null }
    const comment = (at: number) => ({
      postId: new Types.ObjectId(ids[at]),
      authorId: new Types.ObjectId(ann.id),
      author,
      text: `planted ${at}`,
      createdAt: new Date(start - at * 1000 - 500),
      updatedAt: new Date(start),
    })
    await CommentModel.insertMany(Array.from({ length: 100 }, (_, at) => comment(at)))
    const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
    forgetPages()
  })

  it.each(['replies', 'media', 'likes'])(
    '%s: head and a later page, and all pages together hold each row once',
    async (tab) => {
      const path = `/users/ann/${tab}`
      const cursor = `?cursor=${new Date(start - 20_000).toISOString()}`
      for (const query of ['', cursor]) {
        await nobody.get(path + query)
        const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
        forgetPages()
        const reads = await readsOf(async () =>
          expect((await nobody.get<unknown[]>(path + query)).body.length).toBeGreaterThanOrEqual(20),
        )
        expectIndexed(reads)
      }
      const all: string[] = []
      for (let next = ''; ;) {
        const { body } = await nobody.get<{ id: string; createdAt: string }[]>(path + next)
        if (body.length === 0) break
        all.push(...body.map(({ id }) => id))
        next = `?cursor=${body.at(-1)!.createdAt}`
      }
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBeGreaterThanOrEqual({ replies: 200, media: 100, likes: 150 }[tab]!)
    },
  )

  it('media are only the posts with a picture or a video', async () => {
    const found = await media(nobody)
    expect(found.every(({ mediaType, authorId }) => mediaType === 'image' && authorId === ann.id)).toBe(true)
  })
})
