import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BlogCardView, BlogCountsView, BlogPostView, NextBlogView } from '#contract/blog.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { watching } from '#tests/realtime/support/scenes.ts'

let server: TestServer
let king: Person
let ann: Person
let nobody: Caller
let articlesIssued = 0

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  nobody = visitor(server)
})
afterAll(() => server.close())

const draft = (given: object = {}) => ({
  title: 'Of the royal flush',
  slug: `decree-${++articlesIssued}`,
  content: 'Hear ye.\nHear ye.',
  published: true,
  ...given,
})
const issue = async (given: object = {}) => (await king.post<BlogPostView>('/blog/posts', draft(given))).body
const mailings = () => mongoose.connection.collection('jobs').countDocuments({ kind: 'mail-decree' })
const titles = async (caller: Caller, query = '') =>
  (await caller.get<BlogCardView[]>(`/blog/posts${query}`)).body.map(({ title }) => title)

describe('A blog article', () => {
  it('is published by an admin and read by everybody, with its line breaks', async () => {
    const article = await issue({ title: '  Of thrones ', excerpt: 'Sit.' })
    const read = await nobody.get<BlogPostView>(`/blog/posts/${article.slug}`)
    expect(read.body).toEqual(article)
    expect(article).toMatchObject({
      title: 'Of thrones',
      excerpt: 'Sit.',
      content: 'Hear ye.\nHear ye.',
      author: { handle: 'king' },
      readingMinutes: 1,
      featuredImage: null,
      rev: 1,
    })
  })

  it('comes as sanitised HTML too, and a preview gives admins the same', async () => {
    const content = '**Hear** ye.\n\n<script>alert(1)</script> [x](javascript:alert(1))'
    const { html } = await issue({ content })
    expect(html).toBe(
      '<p><strong>Hear</strong> ye.</p><p>&lt;script&gt;alert(1)&lt;/script&gt; ' +
        '<a rel="nofollow noopener" target="_blank">x</a></p>',
    )
    expect((await king.post('/blog/preview', { content })).body).toEqual({ html })
    expect((await ann.post('/blog/preview', { content })).status).toBe(403)
  })

  it('is in the RSS feed with its whole text and absolute addresses', async () => {
    const { slug } = await issue({ content: 'Hear **ye**. ![x](/objects/x.png)' })
    const feed = await (await fetch(`${server.url}/blog/rss.xml`)).text()
    const item = feed.split('<item>').find((one) => one.includes(`/blog/${slug}<`))
    expect(item).toContain('&lt;p&gt;Hear &lt;strong&gt;ye&lt;/strong&gt;.')
    expect(item).toMatch(/src=&quot;https?:\/\/[^/]+\/objects\/x\.png&quot;/)
  })

  it('shows its first 300 characters in the listing, with an ellipsis when there are more', async () => {
    const [short, exact, long] = [
      await issue({ content: 'x'.repeat(299) }),
      await issue({ content: 'x'.repeat(300) }),
      await issue({ content: 'x'.repeat(301) }),
    ]
    expect([short, exact, long].map(({ preview }) => preview)).toEqual([
      'x'.repeat(299),
      'x'.repeat(300),
      `${'x'.repeat(300)}…`,
    ])
  })

  it('is listed with its whole content; a page is shorter when the contents are long, and none is lost', async () => {
    const content = `${'A long story. '.repeat(3_500)}The end.`
    const slugs: string[] = []
    for (let i = 0; i < 7; i += 1) slugs.unshift((await issue({ content })).slug)
    const read: BlogCardView[] = []
    let largest = 0
    for (let cursor = ''; read.length < slugs.length; cursor = `?cursor=${read.at(-1)!.publishedAt}`) {
      const { body } = await nobody.get<BlogCardView[]>(`/blog/posts${cursor}`)
      expect(body.length).toBeGreaterThan(0)
      largest = Math.max(largest, JSON.stringify(body).length)
      read.push(...body)
    }
    expect(read.slice(0, 7).map(({ slug }) => slug)).toEqual(slugs)
    expect(read[0]).toMatchObject({ content })
    expect(largest).toBeLessThan(LIMITS.blogPageContent + 10_000)
  })

  it('is listed without its Markdown marks', async () => {
    expect((await issue({ content: '# Hear\n> the **King**' })).preview).toBe('Hear\nthe King')
    expect((await issue({ content: '*Hear*, _all of you_: 2 * 3 * 4, a_b_c\n* one' })).preview).toBe(
      'Hear, all of you: 2 * 3 * 4, a_b_c\n* one',
    )
    expect(
      (await issue({ content: 'See [the seat](/p/1), ![the crown](/api/x.webp), and [this] (not that).' }))
        .preview,
    ).toBe('See the seat, the crown, and [this] (not that).')
  })

  it.each([
    [{ title: '' }, BLOG_MESSAGES.titleRequired],
    [{ title: ' \u200b ' }, BLOG_MESSAGES.titleRequired],
    [{ title: undefined }, BLOG_MESSAGES.titleRequired],
    [{ title: 'x'.repeat(151) }, BLOG_MESSAGES.titleTooLong],
    [{ slug: '' }, BLOG_MESSAGES.slugRequired],
    [{ slug: 'Über uns' }, BLOG_MESSAGES.slugCharacters],
    [{ slug: '../admin' }, BLOG_MESSAGES.slugCharacters],
    [{ content: '  ' }, BLOG_MESSAGES.contentRequired],
    [{ content: 'x'.repeat(50_001) }, BLOG_MESSAGES.contentTooLong],
    [{ excerpt: 'x'.repeat(301) }, BLOG_MESSAGES.excerptTooLong],
    [{ title: '', slug: '', content: '' }, BLOG_MESSAGES.titleRequired],
  ])('with %o is refused with its message', async (given, sentence) => {
    expect(await king.post('/blog/posts', draft(given))).toMatchObject({ status: 400, text: sentence })
  })

  it('has a unique slug, also when two take it at the same moment', async () => {
    const both = await Promise.all([1, 2].map(() => king.post('/blog/posts', draft({ slug: 'the-one' }))))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const other = await issue()
    expect(await king.patch(`/blog/posts/${other.id}`, { slug: 'the-one' })).toMatchObject({
      status: 409,
      text: BLOG_MESSAGES.slugTaken,
    })
  })

  it('changes only in the fields that are sent, and never overwrites what another admin has saved meanwhile', async () => {
    const article = await issue({ excerpt: 'Kept.' })
    const first = await king.patch<BlogPostView>(`/blog/posts/${article.id}`, {
      content: 'Better.',
      rev: article.rev,
    })
    expect(first.body).toMatchObject({ content: 'Better.', excerpt: 'Kept.', title: article.title, rev: 2 })
    expect(
      await king.patch(`/blog/posts/${article.id}`, { content: 'Mine!', rev: article.rev }),
    ).toMatchObject({ status: 409, text: BLOG_MESSAGES.changed })
    expect(
      (await king.patch<BlogPostView>(`/blog/posts/${article.id}`, { content: 'Mine!', rev: 2 })).body
        .content,
    ).toBe('Mine!')
  })

  it('keeps the date of its first publication', async () => {
    const article = await issue({ published: false })
    expect(article.publishedAt).toBeNull()
    const published = (await king.patch<BlogPostView>(`/blog/posts/${article.id}`, { published: true })).body
    await king.patch(`/blog/posts/${article.id}`, { published: false })
    const again = (await king.patch<BlogPostView>(`/blog/posts/${article.id}`, { published: true })).body
    expect(again.publishedAt).toBe(published.publishedAt)
  })

  it('is deleted permanently', async () => {
    const article = await issue()
    expect((await king.delete(`/blog/posts/${article.id}`)).status).toBe(204)
    expect(await king.delete(`/blog/posts/${article.id}`)).toMatchObject({
      status: 404,
      text: 'Royal Decree Not Found',
    })
    expect(await nobody.get(`/blog/posts/${article.slug}`)).toMatchObject({
      status: 404,
      text: 'Royal Decree Not Found',
    })
  })
})

describe('The next article', () => {
  const nextOf = async (caller: Caller, slug: string) =>
    (await caller.get<NextBlogView>(`/blog/posts/${slug}/next`)).body.next

  it('is the one published before, without its content, and never a draft', async () => {
    const [first, hidden, last] = [await issue(), await issue(), await issue()]
    const { content, html, ...card } = hidden
    expect([content, html]).not.toContain(undefined)
    expect(await nextOf(nobody, last.slug)).toEqual(card)
    await king.patch(`/blog/posts/${hidden.id}`, { published: false })
    expect(await nextOf(nobody, last.slug)).toMatchObject({ id: first.id })
    // Of a draft, which only admins read, it is the newest.
    expect(await nextOf(king, (await issue({ published: false })).slug)).toMatchObject({ id: last.id })
  })

  it('is the newest after the oldest, and found by two indexed reads', async () => {
    const newest = await issue()
    let oldest: BlogCardView | undefined
    for (let page = (await nobody.get<BlogCardView[]>('/blog/posts')).body; page.length > 0;) {
      oldest = page.at(-1)!
      page = (await nobody.get<BlogCardView[]>(`/blog/posts?cursor=${oldest.publishedAt}`)).body
    }
    expect(await nextOf(nobody, oldest!.slug)).toMatchObject({ id: newest.id })
    const reads = (await readsOf(() => nextOf(nobody, newest.slug))).filter(
      ({ collection }) => collection === 'decrees',
    )
    expectIndexed(reads)
    expect(reads).toHaveLength(2)
  })

  it('of a draft or of nothing is not found', async () => {
    const { slug } = await issue({ published: false })
    const statuses = await Promise.all(
      [slug, 'no-such-decree'].map((one) => nobody.get(`/blog/posts/${one}/next`)),
    )
    expect(statuses.map(({ status }) => status)).toEqual([404, 404])
  })
})

describe('A draft', () => {
  it('is visible to admins only', async () => {
    const { id, slug } = await issue({ title: 'Secret', published: false })
    expect((await king.get(`/blog/posts/${slug}`)).status).toBe(200)
    expect((await king.get(`/blog/editor/${id}`)).body).toMatchObject({ slug, title: 'Secret' })
    expect((await king.get(`/blog/editor/${'0'.repeat(24)}`)).status).toBe(404)
    for (const caller of [ann, nobody]) {
      expect((await caller.get(`/blog/posts/${slug}`)).status).toBe(404)
      expect(await titles(caller)).not.toContain('Secret')
      expect(await titles(caller, '?q=secret')).toEqual([])
      expect((await caller.get('/blog/posts?drafts=include')).status).toBe(caller === nobody ? 401 : 403)
    }
    expect(await titles(king, '?drafts=include')).toContain('Secret')
    expect(await titles(king, '?drafts=include&q=secret')).toEqual(['Secret'])
  })

  it('is pushed to no reader; an unpublished article disappears for readers', async () => {
    const readers = await watching(server, null, { topic: 'blog' })
    const writers = await watching(server, king, { topic: 'decrees' })
    const article = await issue({ title: 'Hidden', published: false })
    expect((await writers.next('blog:updated')).decree).toEqual(article)
    const shown = await issue({ title: 'Shown' })
    expect((await readers.next('blog:updated')).decree.title).toBe('Shown')
    await king.patch(`/blog/posts/${shown.id}`, { published: false })
    expect(await readers.next('blog:deleted', ({ id }) => id === shown.id)).toEqual({
      id: shown.id,
      rev: 2,
      unpublished: true,
    })
    expect(await readers.send('watch', { topic: 'decrees' })).toMatchObject({ ok: false })
    readers.close()
    writers.close()
  })
})

describe('The archive', () => {
  it('is paged, newest first, without gaps or duplicates', async () => {
    const made: string[] = []
    for (let at = 0; at < 25; at += 1) made.unshift((await issue({ title: `Numbered ${at}` })).title)
    const first = (await nobody.get<BlogCardView[]>('/blog/posts')).body
    const second = (await nobody.get<BlogCardView[]>(`/blog/posts?cursor=${first.at(-1)!.publishedAt}`)).body
    expect([...first, ...second].map(({ title }) => title).slice(0, 25)).toEqual(made)
    expect((await nobody.get('/blog/posts?cursor=yesterday')).status).toBe(400)
  })

  it('can be searched by the words of title, excerpt and content', async () => {
    await issue({ title: 'Golden plunger', excerpt: 'For heroes', content: 'Forged in Castile' })
    for (const q of ['golden', 'HEROES', 'castile', 'plunger castile'])
      expect(await titles(nobody, `?q=${encodeURIComponent(q)}`)).toEqual(['Golden plunger'])
    for (const q of ['golden nothing', '(a%2B)%2B%24', '%F0%9F%92%A9'])
      expect(await titles(nobody, `?q=${q}`)).toEqual([])
  })

  it('matches signs between letters literally', async () => {
    await issue({ title: 'On C++', content: 'A language of plumbers' })
    await issue({ title: 'On the letter C', content: 'It leaks' })
    expect(await titles(nobody, `?q=${encodeURIComponent('c++')}`)).toEqual(['On C++'])
    expect(await titles(nobody, `?q=${encodeURIComponent('(c+)+$')}`)).toEqual([])
  })

  describe('of many articles', () => {
    beforeAll(async () => {
      for (let at = 0; at < 22; at += 1) await issue({ published: at % 2 === 0, content: 'Hear and forged.' })
      await until('all is mailed', async () => (await mailings()) === 0)
    })

    it.each(['', '?q=forged', '?drafts=include', '?drafts=include&q=hear'])(
      'is one indexed read: %s',
      async (query) => {
        const reads = (await readsOf(() => king.get(`/blog/posts${query}`))).filter(
          ({ collection }) => collection === 'decrees',
        )
        expectIndexed(reads)
        expect(reads).toHaveLength(1)
      },
    )
  })

  it('counts published articles and drafts for admins', async () => {
    const before = (await king.get<BlogCountsView>('/blog/counts')).body
    await issue({ published: false })
    await issue()
    expect((await king.get<BlogCountsView>('/blog/counts')).body).toEqual({
      total: before.total + 2,
      published: before.published + 1,
      drafts: before.drafts + 1,
    })
  })
})

it('Only admins write blog articles', async () => {
  const { id } = await issue()
  for (const [caller, status] of [
    [ann, 403],
    [nobody, 401],
  ] as const) {
    const refusals = await Promise.all([
      caller.post('/blog/posts', draft()),
      caller.patch(`/blog/posts/${id}`, { title: 'Mine' }),
      caller.delete(`/blog/posts/${id}`),
      caller.get('/blog/counts'),
    ])
    expect(refusals.map((refusal) => refusal.status)).toEqual([status, status, status, status])
  }
})
