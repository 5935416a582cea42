import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { PAGE_DATA_ID, type PageData } from '#contract/site.first-page.ts'
import { loadRenderPage } from '#server/features/site/pages/render-page.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { noise, upload } from '#tests/support/media.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { documentOf } from '#tests/support/parse-page.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  if (!(await loadRenderPage())) throw new Error('These tests look at the built page: npm run build')
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { redirect: 'manual', headers })
  const html = await response.text()
  const document = documentOf(html)
  const tag = (key: string) =>
    document.querySelector(`meta[name="${key}"], meta[property="${key}"]`)?.getAttribute('content') ?? null
  return {
    status: response.status,
    headers: response.headers,
    html,
    document,
    tag,
    title: document.title,
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    text: document.querySelector('#root')?.textContent ?? '',
  }
}
/** Scripts that a browser would run: not the data that the page is hydrated from. */
const scripts = (document: Document) => document.querySelectorAll('script:not([type="application/json"])')
/** What the page starts from. */
const dataOf = (document: Document) =>
  JSON.parse(document.getElementById(PAGE_DATA_ID)!.textContent) as PageData
const write = async (text: string, more: object = {}) =>
  (await ann.post<PostView>('/posts', { text, ...more })).body
const comment = async (postId: string, text: string) =>
  (await bob.post<CommentView>(`/posts/${postId}/comments`, { text })).body

describe('The first HTML of a public page', () => {
  it('links the RSS feed on the blog only', async () => {
    const feedOf = async (path: string) =>
      (await open(path)).document.querySelector('link[type="application/rss+xml"]')?.getAttribute('href')
    const address = await feedOf('/blog')
    const feed = await fetch(address!)
    expect([feed.status, feed.headers.get('content-type')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ])
    expect(await feed.text()).toContain('<title>Royal Blog</title>')
    expect(await feedOf('/terms')).toBeUndefined()
  })

  it("has the landing page's introduction and the newest posts", async () => {
    const { id } = await write('Fresh and first in line')
    await bob.post(`/posts/${id}/react`, { emoji: '💩' })
    const page = await open('/')
    expect(page.text).toMatch(/\d+ reactions? so far\./)
    expect(page.status).toBe(200)
    expect(page.title).toBe('Royal Flush')
    expect(page.canonical).toBe(`${server.url}/`)
    expect(page.tag('description')).toBe(DESCRIPTIONS['/'])
    expect(page.tag('og:description')).toBe(DESCRIPTIONS['/'])
    expect(page.document.querySelector('h1')?.getAttribute('aria-label')).toBe('Post it. Roast it. Share it.')
    expect(page.document.querySelectorAll('h3')).toHaveLength(6)
    expect(page.document.querySelector(`main a[href="/p/${id}"]`)?.textContent).toBe(
      'Fresh and first in line',
    )
  })

  it("has a post's text, author, counts and comments", async () => {
    const post = await write('The seat is #warm, says @bob. ' + 'And so on. '.repeat(20))
    await bob.post(`/posts/${post.id}/react`, { emoji: '💩' })
    await comment(post.id, 'Still warm')
    const page = await open(`/p/${post.id}`)
    expect(page.title).toBe('ann: The seat is #warm, says @bob. And so on. And so… - Royal Flush')
    expect(page.tag('description')).toMatch(/^The seat is #warm.{100,150}…$/)
    expect(page.tag('og:title')).toBe('ann: The seat is #warm, says @bob. And so on. And so…')
    expect(page.tag('og:type')).toBe('article')
    expect(page.tag('og:url')).toBe(`${server.url}/p/${post.id}`)
    expect(page.tag('twitter:card')).toBe('summary')
    const article = page.document.querySelector('article')
    expect(article?.textContent).toContain(post.text.trim())
    expect(article?.querySelector('a[href="/search?tag=warm"]')?.textContent).toBe('#warm')
    expect(article?.querySelector('[aria-label$=", 1"]')?.textContent).toContain('1')
    expect(article?.querySelector('time')?.getAttribute('datetime')).toBe(post.createdAt)
    expect(page.document.querySelector('section[aria-label="Comments"] li')?.textContent).toContain(
      'Still warm',
    )
  })

  it('leads on by its links: from the landing page to a post, and from there to its author', async () => {
    const mediaUrl = (await upload(server, ann, await noise(300, 200).jpeg().toBuffer())).body.mediaUrl
    const { id } = await write('Follow me without scripts', { mediaUrl, mediaType: 'image' })
    const landing = (await open('/')).document
    const newest = landing.querySelector(`[aria-label="Newest drops"] a[href="/p/${id}"]`)
    expect(newest?.textContent).toBe('Follow me without scripts')
    const { document } = await open(newest!.getAttribute('href')!)
    const still = document.querySelector('article img[data-still]')
    expect(await fetch(server.url + still!.getAttribute('src')!)).toMatchObject({ status: 200 })
    const author = [...document.querySelectorAll('article a')].find((link) => link.textContent === 'ann')
    const profile = await open(author!.getAttribute('href')!)
    expect(profile.document.querySelector('h1')?.textContent).toBe('ann')
    const posts = profile.document.querySelector('[role="feed"][aria-label="Posts by @ann"]')
    expect(posts?.textContent).toContain('Follow me without scripts')
  })

  it("has a person's name, bio and newest posts, under one address in any letter case", async () => {
    await ann.patch('/users/me', { bio: 'Sits. Thinks.' })
    await write('By ann herself')
    const page = await open('/u/ANN')
    expect([page.status, page.title, page.canonical]).toEqual([
      200,
      'ann (@ann) - Royal Flush',
      `${server.url}/u/ann`,
    ])
    expect(page.tag('description')).toBe('Sits. Thinks.')
    expect(page.document.querySelector('h1')?.textContent).toBe('ann')
    expect(page.document.querySelector('article')?.textContent).toContain('By ann herself')
  })

  it.each(['/terms', '/privacy', '/guidelines', '/cookies', '/disclaimer'] as const)(
    'of %s has the whole text',
    async (path) => {
      const page = await open(path)
      expect([page.status, page.title, page.canonical]).toEqual([
        200,
        `${TITLES[path]} - Royal Flush`,
        server.url + path,
      ])
      expect(page.document.querySelector('h1')?.textContent).toBe(TITLES[path])
      const anchors = [...page.document.querySelectorAll('nav a[href^="#"]')]
      expect(anchors.length).toBeGreaterThan(3)
      for (const anchor of anchors)
        expect(
          page.document.querySelector(anchor.getAttribute('href')!)?.querySelectorAll('p, li').length,
        ).toBeGreaterThan(0)
    },
  )

  it('has the story on the founders page, and the posts in the feed', async () => {
    expect((await open('/founders')).text).toContain('Origin Story')
    await write('On the feed as well')
    expect((await open('/feed')).document.querySelector('[role="feed"] article')?.textContent).toContain(
      'On the feed as well',
    )
  })
})

describe("People's texts", () => {
  it('are escaped in the page and in its meta tags', async () => {
    const text = `</title><script>alert(1)</script>"><img src=x onerror=alert(2)> $& <!--words--> '&amp;'`
    const { id } = await write(text)
    await comment(id, '<b onclick="x">bold</b>')
    const { document, tag } = await open(`/p/${id}`)
    expect(tag('og:description')).toBe(text)
    expect(document.querySelector('article p')?.textContent).toBe(text)
    expect([...scripts(document)].every(({ textContent }) => textContent === '')).toBe(true)
    expect(document.querySelectorAll('script[type="application/json"]')).toHaveLength(1)
    expect(document.querySelector('img[src="x"], b')).toBeNull()
    expect(document.querySelector('section[aria-label="Comments"] li')?.textContent).toContain(
      '<b onclick="x">bold</b>',
    )
  })

  it('stay behind their content warning, in the meta tags too', async () => {
    const { id } = await write('Unspeakable things', { contentWarn: 'Plumbing' })
    const page = await open(`/p/${id}`)
    expect(page.title).toBe('ann: Plumbing - Royal Flush')
    expect(page.html).not.toContain('Unspeakable')
    expect((await open('/')).html).not.toContain('Unspeakable')
  })

  it('are gone from the next document once they are deleted or edited', async () => {
    const post = await write('Said too soon')
    expect((await open(`/p/${post.id}`)).text).toContain('Said too soon')
    await ann.patch(`/posts/${post.id}`, { text: 'Said better' })
    expect((await open(`/p/${post.id}`)).text).toContain('Said better')
    const said = await comment(post.id, 'I saw that')
    expect((await open(`/p/${post.id}`)).text).toContain('I saw that')
    await bob.patch(`/comments/${said.id}`, { text: 'I saw nothing' })
    expect((await open(`/p/${post.id}`)).text).toContain('I saw nothing')
    await ann.delete(`/posts/${post.id}`)
    const gone = await open(`/p/${post.id}`)
    expect([gone.status, gone.title, gone.text.includes('Said better')]).toEqual([
      404,
      'Post not found - Royal Flush',
      false,
    ])
  })
})

describe('An unknown page', () => {
  it.each([
    ['/no/such/room', '404 Page Not Found'],
    ['/p/0123456789abcdef01234567', 'Post not found'],
    ['/p/zzz', 'Post not found'],
    ['/u/nobody_at_all', 'User not found'],
    ['/u/%3Cscript%3E', 'User not found'],
  ])('%s is a 404 with its message, and is noindex', async (path, words) => {
    const page = await open(path)
    expect([page.status, page.title, page.tag('robots'), page.canonical]).toEqual([
      404,
      `${words} - Royal Flush`,
      'noindex',
      null,
    ])
    expect(page.text).toContain(words)
  })

  it('redirects from an older address', async () => {
    expect((await open('/post/0123456789abcdef01234567')).headers.get('location')).toBe(
      '/p/0123456789abcdef01234567',
    )
    expect((await open('/profile/ann')).headers.get('location')).toBe('/u/ann')
    expect((await open('/post/%2F%2Fevil.example')).headers.get('location')).toBe('/p/%2F%2Fevil.example')
  })
})

describe('A document', () => {
  it('is sent again only after a change', async () => {
    const post = await write('Measured once')
    const first = await open(`/p/${post.id}`)
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await open(`/p/${post.id}`, { 'if-none-match': etag })).status).toBe(304)
    await comment(post.id, 'Something new')
    expect((await open(`/p/${post.id}`, { 'if-none-match': etag })).status).toBe(200)
  })

  it('says whether it is for a visitor or for a signed-in person, and has the account of that person', async () => {
    const [visitor, own] = [await open('/settings'), await open('/settings', { cookie: ann.cookie() })]
    expect(visitor.document.documentElement.dataset['visitor']).toBe('')
    expect(dataOf(visitor.document).viewer).toBeNull()
    expect(own.document.documentElement.dataset['visitor']).toBeUndefined()
    expect(own.document.documentElement.dataset['member']).toBe('')
    expect(dataOf(own.document)).toMatchObject({ viewer: { id: ann.id }, page: { kind: 'loading' } })
    expect(own.text).toBe('Loading Royal Flush…')
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(visitor.headers.get('vary')).toContain('Cookie')
  })

  it('keeps a person signed in who comes back within seven days: each of their documents sends the cookie again', async () => {
    const sent = async (path: string, headers?: Record<string, string>) =>
      (await fetch(server.url + path, { redirect: 'manual', headers })).headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('sid='))
    for (const path of [
      '/',
      '/messages',
      '/notifications',
      '/settings',
      `/u/${ann.handle}`,
      '/terms',
      '/nowhere',
    ]) {
      const cookie = (await sent(path, { cookie: ann.cookie() }))!
      expect(cookie.split(';')[0], path).toBe(ann.cookie())
      const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)![1]!) - Date.now()) / 86_400_000
      expect(days, path).toBeCloseTo(7, 1)
      expect(await sent(path), path).toBeUndefined()
    }
  })

  it('of an admin has the number of reports that wait', async () => {
    const king = await person(server, 'king_of_pages')
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(king.id, true)
    const { document } = await open('/settings', { cookie: king.cookie() })
    expect(dataOf(document).unread?.pending).toMatchObject({ reports: 0, appeals: 0 })
    const other = dataOf((await open('/settings', { cookie: bob.cookie() })).document)
    expect(other.unread).not.toHaveProperty('pending')
  })

  it('has no inline script or style, as the CSP demands', async () => {
    const { document, headers } = await open('/feed')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect([...scripts(document)].every((script) => script.hasAttribute('src'))).toBe(true)
    expect(document.querySelector('style, [onclick], [onload]')).toBeNull()
  })

  it('delays its scripts if it has a text, and not if it is empty', async () => {
    const starting = (document: Document) =>
      document.querySelectorAll('script[type="module"], link[rel="modulepreload"]').length
    const heldBack = (document: Document) =>
      document.querySelectorAll('script[type="later"], link[rel="later"]').length
    const [feed, settings] = [
      (await open('/feed')).document,
      (await open('/settings', { cookie: ann.cookie() })).document,
    ]
    expect([starting(feed), heldBack(settings)]).toEqual([0, 0])
    expect(heldBack(feed)).toBeGreaterThan(5)
    expect(starting(settings)).toBeGreaterThan(5)
  })

  it('of a page that needs an account is noindex and says that it is loading', async () => {
    const page = await open('/settings')
    expect([page.status, page.title, page.tag('robots'), page.text]).toEqual([
      200,
      'Settings - Royal Flush',
      'noindex',
      'Loading Royal Flush…',
    ])
  })
})

describe('The first HTML of a signed-in home', () => {
  it("has the person's name, their reactions and the head of their feed, and is not cached", async () => {
    const { id } = await write('Seen at home at once')
    await bob.post(`/posts/${id}/react`, { emoji: '💩' })
    const { document, headers, status, title } = await open('/', { cookie: bob.cookie() })
    expect(status).toBe(200)
    expect(title).toBe('Royal Flush')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(document.documentElement.dataset['member']).toBe('')
    expect(document.querySelector('.s-person')?.textContent).toContain('@bob')
    const post = document.querySelector('[role="feed"] article')
    expect(post?.textContent).toContain('Seen at home at once')
    expect(post?.querySelector('[aria-pressed="true"]')?.getAttribute('aria-label')).toMatch(/💩|poo/i)
  })

  it('has the pictures of its first screen, unless they are behind a warning', async () => {
    const picture = async () => ({
      mediaUrl: (await upload(server, ann, await noise(300, 200).jpeg().toBuffer())).body.mediaUrl,
      mediaType: 'image',
    })
    await write('Covered', { ...(await picture()), nsfw: true })
    expect((await open('/', { cookie: bob.cookie() })).document.querySelector('img[data-still]')).toBeNull()
    await write('In sight', await picture())
    const still = (await open('/', { cookie: bob.cookie() })).document.querySelector('img[data-still]')
    expect(await fetch(server.url + still!.getAttribute('src')!)).toMatchObject({ status: 200 })
    await write('Above it', await picture())
    const { document } = await open('/', { cookie: bob.cookie() })
    // A picture that the page would add later would count as its largest paint.
    expect(document.querySelectorAll('img[data-still]')).toHaveLength(2)
  })

  it('leaves out blocked people', async () => {
    const carl = await person(server, 'carl')
    await write('Not for Carl')
    await carl.post(`/users/${ann.id}/block`)
    expect((await open('/', { cookie: carl.cookie() })).text).not.toContain('Not for Carl')
  })

  it("is empty for another tab, and a visitor's after the end of the session", async () => {
    expect((await open('/?tab=following', { cookie: ann.cookie() })).text).toBe('Loading Royal Flush…')
    const gone = await person(server, 'gone')
    const cookie = gone.cookie()
    await gone.post('/auth/logout')
    const { document } = await open('/', { cookie })
    expect(document.documentElement.dataset['visitor']).toBe('')
    expect(dataOf(document)).toMatchObject({ viewer: null, page: { kind: 'landing' } })
  })
})

describe('The first HTML of the other pages of a signed-in person', () => {
  const openAs = (who: Person, path: string) => open(path, { cookie: who.cookie() })

  it('has a post with their reaction, and the field for a comment of theirs', async () => {
    const { id } = await write('Read by bob')
    await bob.post(`/posts/${id}/react`, { emoji: '💩' })
    const { document, headers, title } = await openAs(bob, `/p/${id}`)
    expect(title).toBe('ann: Read by bob - Royal Flush')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(document.querySelector('article [aria-pressed="true"]')?.getAttribute('aria-label')).toMatch(
      /💩|poo/i,
    )
    expect(document.querySelector('form[aria-label="New comment"]')).not.toBeNull()
  })

  it('has a profile as they see it, and neither profile nor post of somebody who blocks them', async () => {
    await write('By ann, for bob')
    expect((await openAs(bob, '/u/ann')).document.querySelector('article')?.textContent).toContain(
      'By ann, for bob',
    )
    const dora = await person(server, 'dora')
    const { id } = await write('Not for Dora')
    await ann.post(`/users/${dora.id}/block`)
    for (const path of ['/u/ann', `/p/${id}`]) {
      const page = await openAs(dora, path)
      expect([page.status, page.html.includes('Not for Dora')]).toEqual([404, false])
    }
  })

  it('has their conversations and notifications, and nobody else has', async () => {
    await befriend(ann, bob)
    await bob.post('/messages', { receiverId: ann.id, content: 'Between the two of us' })
    const inbox = await openAs(ann, '/messages')
    expect(inbox.document.querySelector('aside[aria-label="Conversations"] li')?.textContent).toContain(
      'Between the two of us',
    )
    const eve = await person(server, 'eve')
    expect((await openAs(eve, '/messages')).html).not.toContain('Between the two of us')
    expect((await open('/messages')).html).not.toContain('Between the two of us')
    await eve.post(`/users/${ann.id}/follow`)
    const notices = async (who: Person) => (await openAs(who, '/notifications')).text
    expect(await notices(ann)).toContain('@eve')
    expect(await notices(bob)).not.toContain('@eve')
  })

  it('is the home in place of the feed, and says of a missing page who looks at it', async () => {
    const { status, headers } = await openAs(ann, '/feed')
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      302,
      '/',
      'private, no-store',
    ])
    const nowhere = await openAs(ann, '/no/such/room')
    expect(nowhere.status).toBe(404)
    expect(dataOf(nowhere.document)).toMatchObject({ viewer: { id: ann.id }, page: { kind: 'missing' } })
  })
})

describe('The first HTML of the log-in', () => {
  it('has the form, and leads on to the page that was wanted', async () => {
    const { document } = await open('/login?next=%2Fsettings')
    expect(document.querySelector('input[name="email"]')).not.toBeNull()
    expect(document.querySelector('a[href="/api/auth/google?next=%2Fsettings"]')).not.toBeNull()
    expect((await open('/register')).document.querySelector('input[name="handle"]')).not.toBeNull()
  })

  it('is empty for a second step', async () => {
    expect((await open('/login?step=second')).text).toBe('Loading Royal Flush…')
  })
})
