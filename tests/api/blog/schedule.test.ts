import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntryView } from '#contract/admin.ts'
import { BLOG_MESSAGES, SCHEDULE_WITHIN_MS } from '#contract/blog.constants.ts'
import type { BlogCardView, BlogPostView, NextBlogView } from '#contract/blog.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { watching } from '#tests/realtime/support/scenes.ts'

const HOUR = 3_600_000
let server: TestServer
let king: Person
let ann: Person
let nobody: Caller
let issued = 0

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  nobody = visitor(server)
})
afterAll(() => server.close())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const input = (given: object) => ({
  title: `Of patience ${++issued}`,
  slug: `patience-${issued}`,
  content: 'All in good time.',
  ...given,
})
const issue = async (given: object) => (await king.post<BlogPostView>('/blog/posts', input(given))).body
const change = async ({ id }: BlogPostView, given: object) =>
  (await king.patch<BlogPostView>(`/blog/posts/${id}`, given)).body
const asAdminsRead = async ({ slug }: BlogPostView) =>
  (await king.get<BlogPostView>(`/blog/posts/${slug}`)).body
const statusFor = async (caller: Caller, { slug }: BlogPostView) =>
  (await caller.get(`/blog/posts/${slug}`)).status
const page = async (path: string) => (await fetch(server.url + path)).text()
const jobsOf = ({ id }: BlogPostView) => ({ kind: 'publish-decree', 'payload.decreeId': id })
const jobs = () => mongoose.connection.collection('jobs')
const countJobs = (article: BlogPostView) => jobs().countDocuments(jobsOf(article))

/** The time of each of these jobs has come. */
async function letJobsRun(filter: object): Promise<void> {
  await jobs().updateMany(filter, { $set: { dueAt: new Date() } })
  const { bus } = await import('#server/platform/bus.ts')
  bus.emit('job:enqueued', { kind: 'publish-decree', afterMs: 0 })
}

const EVERYWHERE = ['reading', 'listing', 'search', 'next', 'rss', 'sitemap', 'page', 'blog']

/** Where a visitor finds an article. */
async function tracesOf({ slug, title }: BlogPostView): Promise<string[]> {
  const other = await issue({ published: true })
  const next = (await nobody.get<NextBlogView>(`/blog/posts/${other.slug}/next`)).body.next
  const { sitePlaces } = await import('#server/features/site/seo/site-map.ts')
  const places = await sitePlaces({ anew: true })
  const listed = async (query: string) =>
    (await nobody.get<BlogCardView[]>(`/blog/posts${query}`)).body.some((card) => card.slug === slug)
  const found = {
    reading: (await nobody.get(`/blog/posts/${slug}`)).status === 200,
    listing: await listed(''),
    search: await listed(`?q=${encodeURIComponent(title)}`),
    next: next?.slug === slug,
    rss: (await page('/blog/rss.xml')).includes(slug),
    sitemap: places.some(({ path }) => path === `/blog/${slug}`),
    page: (await page(`/blog/${slug}`)).includes(title),
    blog: (await page('/blog')).includes(title),
  }
  return Object.entries(found).flatMap(([where, isFound]) => (isFound ? [where] : []))
}

it('A scheduled article is a draft with a time, which nobody but admins can find', async () => {
  const publishAt = inMs(HOUR)
  const article = await issue({ publishAt })
  expect(article).toMatchObject({ published: false, publishedAt: null, publishAt })
  expect(await tracesOf(article)).toEqual([])
  expect(await statusFor(ann, article)).toBe(404)
  expect(await asAdminsRead(article)).toEqual(article)
  const all = (await king.get<BlogCardView[]>('/blog/posts?drafts=include')).body
  expect(all.find(({ id }) => id === article.id)).toMatchObject({ publishAt })
})

it('It is published by a job at its time, everywhere', async () => {
  const article = await issue({ publishAt: inMs(400) })
  expect(await statusFor(nobody, article)).toBe(404)
  await expect.poll(() => statusFor(nobody, article)).toBe(200)
  const published = await asAdminsRead(article)
  expect(published).toMatchObject({ published: true, publishAt: null, rev: article.rev + 1 })
  expect(published.publishedAt).not.toBeNull()
  expect(await tracesOf(published)).toEqual(EVERYWHERE)
  await expect.poll(() => countJobs(article)).toBe(0)
})

it('Pages of readers and of admins get the publication, as from the toggle', async () => {
  const [readers, writers] = await Promise.all([
    watching(server, null, { topic: 'blog' }),
    watching(server, king, { topic: 'decrees' }),
  ])
  const article = await issue({ publishAt: inMs(300) })
  expect((await writers.next('blog:updated')).decree).toEqual(article)
  const pushed = (await readers.next('blog:updated', ({ decree: { id } }) => id === article.id)).decree
  expect(pushed).toEqual((await nobody.get<BlogPostView>(`/blog/posts/${article.slug}`)).body)
  expect((await writers.next('blog:updated')).decree).toEqual(pushed)
  readers.close()
  writers.close()
})

it('With another time the job of the earlier time does nothing', async () => {
  const article = await issue({ publishAt: inMs(HOUR) })
  const [first] = await jobs().find(jobsOf(article)).toArray()
  const later = await change(article, { publishAt: inMs(2 * HOUR) })
  await letJobsRun({ _id: first!._id })
  await expect.poll(() => countJobs(article)).toBe(1)
  expect(await asAdminsRead(article)).toEqual(later)
  await letJobsRun(jobsOf(article))
  await expect.poll(() => statusFor(nobody, article)).toBe(200)
})

it('Without its time it is a draft again, and its job does nothing', async () => {
  const article = await issue({ publishAt: inMs(HOUR) })
  const draft = await change(article, { publishAt: null })
  expect(draft).toMatchObject({ published: false, publishAt: null })
  await letJobsRun(jobsOf(article))
  await expect.poll(() => countJobs(article)).toBe(0)
  expect(await asAdminsRead(article)).toEqual(draft)
})

it('The toggle publishes it at once, and its job does not bring it back after it was taken back', async () => {
  const article = await issue({ publishAt: inMs(HOUR) })
  const published = await change(article, { published: true })
  expect(published).toMatchObject({ published: true, publishAt: null })
  const hidden = await change(article, { published: false })
  await letJobsRun(jobsOf(article))
  await expect.poll(() => countJobs(article)).toBe(0)
  expect(await asAdminsRead(article)).toEqual(hidden)
})

it('A job that runs twice publishes once; a deleted article stays deleted', async () => {
  const [article, deleted] = [await issue({ publishAt: inMs(HOUR) }), await issue({ publishAt: inMs(HOUR) })]
  const [job] = await jobs().find(jobsOf(article)).toArray()
  await jobs().insertOne({ ...job, _id: new mongoose.Types.ObjectId() })
  await king.delete(`/blog/posts/${deleted.id}`)
  await letJobsRun({ kind: 'publish-decree', 'payload.decreeId': { $in: [article.id, deleted.id] } })
  await expect.poll(async () => (await countJobs(article)) + (await countJobs(deleted))).toBe(0)
  expect(await asAdminsRead(article)).toMatchObject({ published: true, rev: article.rev + 1 })
  expect(await statusFor(king, deleted)).toBe(404)
})

it('Its text can be changed meanwhile; the time stays, and so does its one job', async () => {
  const article = await issue({ publishAt: inMs(HOUR) })
  const changed = await change(article, { content: 'Even better.', publishAt: article.publishAt })
  expect(await change(article, { published: false, title: 'Of more patience' })).toMatchObject({
    title: 'Of more patience',
    publishAt: changed.publishAt,
  })
  expect(await countJobs(article)).toBe(1)
})

it.each([
  ['a time that is over', () => ({ publishAt: inMs(-1_000) }), BLOG_MESSAGES.timePast],
  [
    'a time more than a year ahead',
    () => ({ publishAt: inMs(SCHEDULE_WITHIN_MS + HOUR) }),
    BLOG_MESSAGES.timeFar,
  ],
  ['now and later', () => ({ published: true, publishAt: inMs(HOUR) }), BLOG_MESSAGES.nowOrLater],
])('%s is refused with its sentence, and nothing changes', async (_what, given, text) => {
  expect(await king.post('/blog/posts', input(given()))).toMatchObject({ status: 400, text })
  const article = await issue({})
  expect(await king.patch(`/blog/posts/${article.id}`, given())).toMatchObject({ status: 400, text })
  expect(await asAdminsRead(article)).toEqual(article)
  expect(await countJobs(article)).toBe(0)
})

it('A published article is not scheduled', async () => {
  const article = await issue({ published: true })
  expect(await king.patch(`/blog/posts/${article.id}`, { publishAt: inMs(HOUR) })).toMatchObject({
    status: 400,
    text: BLOG_MESSAGES.nowOrLater,
  })
  expect((await king.patch(`/blog/posts/${article.id}`, { publishAt: 'tomorrow' })).status).toBe(400)
})

it('The audit log has the schedule, each other time, and the publication without an admin', async () => {
  const article = await issue({ publishAt: inMs(HOUR) })
  const later = await change(article, { publishAt: inMs(2 * HOUR) })
  await letJobsRun(jobsOf(article))
  await expect.poll(() => statusFor(nobody, article)).toBe(200)
  const entries = (await king.get<AuditEntryView[]>('/admin/audit')).body
    .filter(({ target }) => target.id === article.id)
    .map(({ action, admin, before, after }) => ({ action, admin: admin?.handle, before, after }))
  expect(entries).toMatchObject([
    { action: 'decree.publish', admin: undefined, after: { published: true, by: 'schedule' } },
    {
      action: 'decree.schedule',
      admin: 'king',
      before: { publishAt: article.publishAt },
      after: { publishAt: later.publishAt },
    },
    { action: 'decree.schedule', admin: 'king', before: null, after: { publishAt: article.publishAt } },
  ])
})
