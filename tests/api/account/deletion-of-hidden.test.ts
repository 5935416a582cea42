import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { endErasure } from '#tests/support/due-jobs.ts'
import { HIDINGS, removeByStaff } from '#tests/support/hidden-posts.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'king_of_hidden')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())

/** Where the id of a person is stored. */
async function placesOf(who: Person): Promise<string[]> {
  const found: string[] = []
  for (const collection of await mongoose.connection.db!.collections())
    for await (const document of collection.find())
      if (mongo.BSON.EJSON.stringify(document).includes(who.id)) found.push(collection.collectionName)
  return found
}

describe.each(HIDINGS)('A hidden post (%s)', (name, hide) => {
  const suffix = `_${hide.name.toLowerCase()}`.slice(0, 20)

  test(
    'keeps nothing of a person who is erased meanwhile, and counts without them when it is back',
    { timeout: 60_000 },
    async () => {
      const [ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], suffix)
      const poll = { options: ['a', 'b'], minutes: 60 }
      const post = (await ann.post<PostView>('/posts', { text: name, poll })).body
      for (const who of [bob, cat]) {
        expect((await who.post(`/posts/${post.id}/react`, { emoji: '💩' })).status).toBe(200)
        expect((await who.post(`/posts/${post.id}/vote`, { option: 0 })).status).toBe(200)
        expect((await who.post(`/posts/${post.id}/comments`, { text: 'Hello' })).status).toBe(201)
      }
      const show = await hide(post, ann, { server, king })
      expect((await bob.delete('/user/delete-account')).status).toBe(204)
      await endErasure(bob)
      await expect.poll(() => placesOf(bob), { timeout: 30_000 }).toEqual([])
      await show()
      const shown = (await ann.get<PostView>(`/posts/${post.id}`)).body
      expect(shown).toMatchObject({
        reactions: [{ userId: cat.id }],
        reactionCounts: { '💩': 1 },
        _count: { comments: 1, reactions: 1 },
        poll: { votes: 1, options: [{ votes: 1 }, { votes: 0 }] },
      })
      expect((await ann.get<CommentView[]>(`/posts/${post.id}/comments`)).body).toHaveLength(1)
    },
  )

  test('has a comment again that moderators removed, and gave back while it was hidden', async () => {
    const [ann, cat] = await people(server, ['ann', 'cat'], suffix)
    const post = (await ann.post<PostView>('/posts', { text: name })).body
    const comment = (await cat.post<CommentView>(`/posts/${post.id}/comments`, { text: 'Fair' })).body
    const giveBack = await removeByStaff({ server, king }, 'comment', comment.id, cat)
    const show = await hide(post, ann, { server, king })
    await giveBack()
    await show()
    expect((await ann.get<CommentView[]>(`/posts/${post.id}/comments`)).body).toMatchObject([
      { text: 'Fair' },
    ])
    expect((await ann.get<PostView>(`/posts/${post.id}`)).body._count.comments).toBe(1)
  })
})
