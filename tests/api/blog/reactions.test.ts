import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ArticleReactionsView } from '#contract/blog.reactions.ts'
import type { BlogPostView } from '#contract/blog.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { issueArticle } from '#tests/realtime/support/scenes.ts'

let server: TestServer
let nobody: Caller
let king: Person
let ann: Person
let bob: Person
let issued = 0
const [POO, HEART] = REACTIONS.map(({ emoji }) => emoji) as [ReactionEmoji, ReactionEmoji]

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[king, ann, bob] = (await Promise.all(['king', 'ann', 'bob'].map((name) => person(server, name)))) as [
    Person,
    Person,
    Person,
  ]
})
afterAll(() => server.close())

const article = (): Promise<BlogPostView> => issueArticle(king, 'Of verdicts', `of-verdicts-${++issued}`)
const react = (who: Caller, { id }: BlogPostView, emoji: unknown) =>
  who.put<ArticleReactionsView>(`/blog/posts/${id}/reaction`, { emoji })
const read = async (who: Caller, { id }: BlogPostView) =>
  (await who.get<ArticleReactionsView>(`/blog/posts/${id}/reactions`)).body

async function rowsOf({ id }: BlogPostView) {
  const { ArticleReactionModel } = await import('#server/features/blog/reactions/reactions.model.ts')
  return ArticleReactionModel.find({ decreeId: id }).lean()
}

describe('A reaction to an article', () => {
  it('is given, replaced by another emoji, and taken back; each reader reads their own', async () => {
    const subject = await article()
    expect(await read(ann, subject)).toEqual({
      id: subject.id,
      reactionCounts: {},
      rev: 0,
      viewer: { reaction: null },
    })
    const given = await react(ann, subject, POO)
    expect(given.status).toBe(200)
    expect(given.body).toMatchObject({ reactionCounts: { [POO]: 1 }, rev: 1, viewer: { reaction: POO } })
    const replaced = await react(ann, subject, HEART)
    expect(replaced.body.reactionCounts).toEqual({ [HEART]: 1 })
    await react(bob, subject, HEART)
    expect(await read(ann, subject)).toEqual({
      id: subject.id,
      reactionCounts: { [HEART]: 2 },
      rev: 3,
      viewer: { reaction: HEART },
    })
    expect((await read(nobody, subject)).viewer).toEqual({ reaction: null })
    expect((await react(ann, subject, null)).body).toMatchObject({
      reactionCounts: { [HEART]: 1 },
      viewer: { reaction: null },
    })
    expect((await rowsOf(subject)).map(({ userId }) => userId.toHexString())).toEqual([bob.id])
  })

  it('is a wish: the same one again changes nothing and is not pushed', async () => {
    const subject = await article()
    await react(ann, subject, POO)
    const recorded = await recordEvents('decree-reactions:updated', 'decree:reacted')
    expect((await react(ann, subject, POO)).body).toMatchObject({ reactionCounts: { [POO]: 1 }, rev: 1 })
    expect((await react(bob, subject, null)).body).toMatchObject({ rev: 1, viewer: { reaction: null } })
    expect(recorded.stop()).toEqual([])
  })

  it("[L16] is pushed to readers without anybody's part, and to the person themselves", async () => {
    const subject = await article()
    const recorded = await recordEvents('decree-reactions:updated', 'decree:reacted', 'blog:updated')
    const { body } = await react(ann, subject, POO)
    const { viewer: _, ...shared } = body
    expect(recorded.stop()).toEqual([
      { name: 'decree:reacted', payload: { userId: ann.id, reactions: body } },
      { name: 'decree-reactions:updated', payload: { reactions: shared } },
    ])
  })

  it('needs a session, one of the five emoji, and a published decree', async () => {
    const subject = await article()
    expect((await react(nobody, subject, POO)).status).toBe(401)
    expect((await react(ann, subject, '🎉')).status).toBe(400)
    await king.patch(`/blog/posts/${subject.id}`, { published: false })
    for (const who of [ann, king]) expect((await react(who, subject, POO)).status).toBe(404)
  })

  it('[L58] neither changes the article nor stands in the way of who saves it, and stays over a withdrawal', async () => {
    const subject = await article()
    await react(ann, subject, POO)
    const saved = await king.patch<BlogPostView>(`/blog/posts/${subject.id}`, {
      content: 'Hear ye again.',
      rev: subject.rev,
    })
    expect(saved.status).toBe(200)
    for (const published of [false, true]) await king.patch(`/blog/posts/${subject.id}`, { published })
    expect(await read(ann, subject)).toMatchObject({ reactionCounts: { [POO]: 1 }, rev: 1 })
  })

  it('goes with the decree', async () => {
    const subject = await article()
    await react(ann, subject, POO)
    await king.delete(`/blog/posts/${subject.id}`)
    await until('the rows are gone', async () => (await rowsOf(subject)).length === 0)
  })
})

describe('Many simultaneous reactions to an article', () => {
  it.each(GROUP_SIZES)(
    'of different people, %s, are all counted, beside saves of its text',
    async (_, size) => {
      await limitGroups(size)
      const subject = await article()
      const crowd = await Promise.all(
        Array.from({ length: 8 }, (__, at) => person(server, `crowd_${size}_${at}`)),
      )
      const answers = await Promise.all([
        ...crowd.map((one) => react(one, subject, POO)),
        ...[1, 2, 3].map((at) => king.patch(`/blog/posts/${subject.id}`, { content: `Draft ${at}` })),
        ...crowd.slice(0, 4).map((one) => react(one, subject, HEART)),
      ])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const rows = await rowsOf(subject)
      expect(rows).toHaveLength(8)
      const { reactionCounts } = await read(nobody, subject)
      const counts = Map.groupBy(rows, ({ emoji }) => emoji)
      expect(reactionCounts).toEqual(Object.fromEntries([...counts].map(([emoji, of]) => [emoji, of.length])))
    },
  )
})
