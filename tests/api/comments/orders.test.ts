import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import { commentCursor, ROAST, type CommentOrder } from '#contract/comments.constants.ts'
import type { PostView } from '#contract/posts.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let subject: PostView
let round = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
  subject = (await ann.post<PostView>('/posts', { text: 'A decree' })).body
})

const HOUR = 3_600_000

/** Comments by nobody in particular, `ago` milliseconds old. */
async function insert(
  all: readonly { text: string; poos?: number; ago: number; by?: Person }[],
): Promise<void> {
  const { CommentModel } = await import('#server/features/comments/comments.model.ts')
  await CommentModel.insertMany(
    all.map(({ text, poos = 0, ago, by }) => ({
      postId: new Types.ObjectId(subject.id),
      authorId: by ? new Types.ObjectId(by.id) : new Types.ObjectId(),
      author: { displayName: 'x', handle: 'x', avatarUrl: null },
      text,
      poos,
      createdAt: new Date(Date.now() - ago),
      updatedAt: new Date(),
    })),
  )
}

async function everyPage(order: CommentOrder, viewer: Person = ann): Promise<string[]> {
  const texts: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await viewer.get<CommentView[]>(
      `/posts/${subject.id}/comments?sort=${order}${cursor && `&cursor=${cursor}`}`,
    )
    texts.push(...body.map(({ text }) => text))
    const last = body.at(-1)
    if (!last || body.length < 20) return texts
    cursor = commentCursor(order, last)
  }
}

describe('The orders of comments', () => {
  it('are newest, oldest, and most poos first, page by page without a gap or a repetition', async () => {
    const all = Array.from({ length: 57 }, (_, at) => ({
      text: `${at}`,
      poos: at % 5,
      // Several of one millisecond.
      ago: HOUR + Math.floor(at / 3) * 1000,
    }))
    await insert(all)
    const byAge = await everyPage('newest')
    const times = byAge.map((text) => all[Number(text)]!.ago)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(byAge).size).toBe(57)
    expect(await everyPage('first')).toEqual(byAge.toReversed())
    const ranked = await everyPage('most')
    const poos = ranked.map((text) => all[Number(text)]!.poos)
    expect(poos).toEqual(poos.toSorted((a, b) => b - a))
    expect(new Set(ranked).size).toBe(57)
  })

  it('leave out hidden people and fill the page', async () => {
    await insert([
      ...Array.from({ length: 30 }, (_, at) => ({ text: `by bob ${at}`, poos: 9, ago: HOUR + at, by: bob })),
      ...Array.from({ length: 5 }, (_, at) => ({ text: `${at}`, poos: at, ago: HOUR })),
    ])
    await ann.post(`/users/${bob.id}/mute`)
    expect(await everyPage('most')).toEqual(['4', '3', '2', '1', '0'])
    expect((await everyPage('first')).toSorted()).toEqual(['0', '1', '2', '3', '4'])
  })

  it('refuse a cursor of another order', async () => {
    const answer = (query: string) => ann.get(`/posts/${subject.id}/comments?${query}`)
    const time = new Date().toISOString()
    for (const query of [
      'sort=worst',
      `sort=most&cursor=${time}`,
      `sort=first&cursor=3-${subject.id}`,
      `cursor=3-${subject.id}`,
      'sort=most&cursor=x-y',
    ])
      expect((await answer(query)).status, query).toBe(400)
  })
})

describe('The roast of the day', () => {
  const roast = async (viewer: Person = ann) =>
    (await viewer.get<CommentView | null>(`/posts/${subject.id}/roast`)).body?.text ?? null

  it('is the comment of the last 24 hours with most poos, of equal ones the newest', async () => {
    await insert([
      { text: 'yesterday', poos: 90, ago: ROAST.lasts + HOUR },
      { text: 'best', poos: 5, ago: HOUR },
      { text: 'good', poos: 4, ago: 1000 },
    ])
    expect(await roast()).toBe('best')
    await insert([{ text: 'as good', poos: 5, ago: 1000 }])
    expect(await roast()).toBe('as good')
  })

  it('needs its poos', async () => {
    expect(await roast()).toBeNull()
    await insert([{ text: 'nearly', poos: ROAST.least - 1, ago: HOUR }])
    expect(await roast()).toBeNull()
    await insert([{ text: 'enough', poos: ROAST.least, ago: HOUR }])
    expect(await roast()).toBe('enough')
  })

  it('is the next one for who hides its author', async () => {
    await insert([
      { text: 'by bob', poos: 9, ago: HOUR, by: bob },
      { text: 'next', poos: 4, ago: HOUR },
    ])
    expect(await roast()).toBe('by bob')
    await ann.post(`/users/${bob.id}/mute`)
    expect(await roast()).toBe('next')
  })

  it('is in the first HTML of the page', async () => {
    await insert([{ text: 'A roast for the books', poos: 6, ago: HOUR }])
    const page = await (await fetch(`${server.url}/p/${subject.id}`)).text()
    expect(page).toContain('Roast of the day')
  })
})
