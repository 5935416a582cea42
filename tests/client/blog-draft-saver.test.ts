import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import { createDraftSaver } from '#client/features/blog/editor/draft-saver.ts'
import type { ArticleFields } from '#client/features/blog/editor/useArticleFields.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'

const LATER = '2026-12-24T18:00:00.000Z'
const fields: ArticleFields = { title: 'Of haste', slug: 'of-haste', content: 'Half a sen' }
const stored = (publishAt: string | null): BlogPostView => ({
  id: 'd1',
  slug: 'of-haste',
  title: 'Of haste',
  excerpt: null,
  content: 'A whole sentence.',
  preview: 'A whole sentence.',
  html: '<p>A whole sentence.</p>',
  featuredImage: null,
  published: false,
  author: null,
  readingMinutes: 1,
  createdAt: '2026-11-22T10:00:00.000Z',
  publishedAt: null,
  publishAt,
  updatedAt: '2026-11-22T10:00:00.000Z',
  rev: 1,
})

const writes = vi.fn<(method: string, path: string) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  writes.mockReset()
  answerCalls((method, path) => {
    writes(method, path)
    return stored(null)
  })
})
afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What is sent when somebody pauses after typing. */
async function sentAfterTyping(article: BlogPostView | null, typed: ArticleFields): Promise<unknown[]> {
  const saver = createDraftSaver(article, () => typed, vi.fn())
  saver.typed()
  await vi.advanceTimersByTimeAsync(5_000)
  return writes.mock.calls
}

it('A draft is saved in a pause of typing', async () => {
  expect(await sentAfterTyping(stored(null), fields)).toEqual([['PATCH', '/api/blog/posts/d1']])
})

it('A draft is saved at once when the writer asks, and not again after the pause', async () => {
  const saver = createDraftSaver(stored(null), () => fields, vi.fn())
  saver.typed()
  expect(await saver.saveNow()).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(writes.mock.calls).toEqual([['PATCH', '/api/blog/posts/d1']])
})

it('A text that is not complete or will be read is not saved at once', async () => {
  for (const typed of [
    { ...fields, title: '' },
    { ...fields, published: true },
  ])
    expect(await createDraftSaver(null, () => typed, vi.fn()).saveNow()).toBe(false)
  expect(writes).not.toHaveBeenCalled()
})

it.each([
  ['with a time', stored(LATER), { ...fields, publishAt: LATER }],
  ['whose time is being removed', stored(LATER), { ...fields, publishAt: null }],
  ['that is being given a time', stored(null), { ...fields, publishAt: LATER }],
])('An article %s is not saved while it is written', async (_which, article, typed) => {
  expect(await sentAfterTyping(article, typed)).toEqual([])
})
