import type { Page, WebSocket } from 'playwright'
import type { PagePath } from '#contract/site.page-titles.ts'
import { befriend, comment, createPost, message, react } from './support/calls.ts'
import { grantAdmin } from './support/grant-admin.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Longer than any interval of the product but those of L71. */
const REST_MS = 75_000

interface World {
  handle: string
  bob: string
  post: string
  decree: string
  shared: string
}

/** Who opens which page: `v` a visitor, `m` a member, `a` an admin. */
const PAGES: Record<PagePath, (world: World) => `${'v' | 'm' | 'a'} /${string}`[]> = {
  '/': () => ['v /', 'm /', 'm /?tab=following', 'a /'],
  '/feed': () => ['v /feed', 'm /feed'],
  '/p/:postId': ({ post }) => [`v /p/${post}`, `m /p/${post}`, `a /p/${post}`],
  '/u/:handle': ({ handle }) => [`v /u/${handle}`, `m /u/${handle}?tab=likes`, `a /u/${handle}`],
  '/search': () => ['v /search?q=lookout', 'm /search', 'm /search?tag=lookout'],
  '/blog': () => ['v /blog', 'm /blog'],
  '/blog/:slug': ({ decree }) => [`v ${decree as '/'}`, `m ${decree as '/'}`],
  '/terms': () => ['v /terms'],
  '/privacy': () => ['v /privacy'],
  '/guidelines': () => ['v /guidelines'],
  '/cookies': () => ['v /cookies'],
  '/disclaimer': () => ['v /disclaimer'],
  '/founders': () => ['v /founders'],
  '/login': () => ['v /login'],
  '/register': () => ['v /register'],
  '/register/google': () => ['v /register/google'],
  '/forgot-password': () => ['v /forgot-password'],
  '/reset-password': () => ['v /reset-password?token=one'],
  '/confirm-email': () => ['v /confirm-email'],
  '/forgot-username': () => ['v /forgot-username'],
  '/blog-mail': () => ['v /blog-mail'],
  '/digest-mail': () => ['v /digest-mail'],
  '/appeal/:caseId': () => ['v /appeal/0123456789abcdef01234567?token=one'],
  '/profile': () => ['m /profile', 'm /profile?tab=settings'],
  '/bookmarks': () => ['m /bookmarks'],
  '/notifications': () => ['m /notifications'],
  '/activity': () => ['m /activity', 'm /activity?tab=messages'],
  '/pipe-tracker': () => ['m /pipe-tracker'],
  '/messages': ({ bob }) => ['m /messages', `m /messages?user=${bob}`],
  '/settings': () => ['m /settings', 'm /settings?section=security', 'a /settings?section=notifications'],
  '/compose': () => ['m /compose'],
  '/privacy-settings': () => ['m /privacy-settings'],
  '/admin': () =>
    (['users', 'posts', 'reports', 'analytics', 'settings', 'audit'] as const).map(
      (tab) => `a /admin?tab=${tab}` as const,
    ),
  '/analytics': () => ['a /analytics', 'a /analytics?range=live', 'a /analytics?range=30d'],
  '/shared-figures': ({ shared }) => [`v /shared-figures?link=${shared}`],
  '/blog-admin': () => ['a /blog-admin'],
  '/blog-admin/decree': () => ['a /blog-admin/decree'],
  '/ai-monitor': () => ['a /ai-monitor', 'a /ai-monitor?tab=actions'],
  '/sewer-map': () => ['a /sewer-map'],
}

/** A member has at most ten sockets (DECISIONS row 170). */
const TABS = 9

/** What a page does while it rests. */
class Rest {
  calls: string[] = []
  /** When the last call was made. */
  at = Date.now()
  readonly #sockets: WebSocket[] = []

  follow(page: Page, name: string): void {
    page.on('websocket', (socket) => this.#sockets.push(socket))
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!['fetch', 'xhr', 'ping'].includes(request.resourceType())) return
      // [L71] Each minute; it has no push.
      if (pathname === '/api/analytics/shared') return
      this.calls.push(`${name}: ${request.method()} ${pathname}`)
      this.at = Date.now()
    })
  }

  get openSockets(): number {
    return this.#sockets.filter((socket) => !socket.isClosed()).length
  }
}

test('[L8] [L71] no page calls the server while it rests and its socket is up', async ({
  guest,
  openContext,
}) => {
  test.setTimeout(6 * REST_MS)
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  const admins = [await guest('Queen'), await guest('King')]
  const world = await fill(ann, bob, admins)
  const browsers = {
    v: [await openContext()],
    m: [ann, bob, cat].map(({ context }) => context),
    a: admins.map(({ context }) => context),
  }
  const rest = new Rest()
  const opened = { v: 0, m: 0, a: 0 }
  for (const visit of Object.values(PAGES).flatMap((pagesOf) => pagesOf(world))) {
    const [who, path] = visit.split(' ') as ['v' | 'm' | 'a', string]
    const contexts = browsers[who]
    const page = await contexts[Math.floor(opened[who]++ / TABS) % contexts.length]!.newPage()
    rest.follow(page, visit)
    await page.goto(path)
  }
  const resting = () => {
    const seconds = Math.floor((Date.now() - rest.at) / 1000)
    const latest = rest.calls.slice(-10).join(', ')
    return seconds * 1000 >= REST_MS ? 'all rest' : `${seconds} s since the last of ${latest}`
  }
  await expect.poll(resting, { timeout: 3 * REST_MS, intervals: [1_000] }).toBe('all rest')
  expect(rest.openSockets).toBeGreaterThanOrEqual(opened.m + opened.a)
})

/** So that no page is empty. Views are counted of people who agree. */
async function fill(ann: Guest, bob: Guest, admins: readonly Guest[]): Promise<World> {
  for (const { handle } of admins) await grantAdmin(handle)
  for (const { context } of [ann, ...admins])
    await context.request.put('/api/user/privacy-settings', { data: { analyticsConsent: true } })
  const post = await createPost(bob, `A #lookout for @${ann.handle}`)
  await comment(ann, post.id, 'Seen.')
  await react(ann, post.id, '💩')
  await befriend(ann, bob)
  await message(ann, bob, 'Is anybody in there?')
  const { request } = admins[0]!.context
  await expect.poll(async () => (await request.get('/api/admin/stats')).status()).toBe(200)
  const admin = async <T>(path: string, data: object): Promise<T> => {
    const answer = await request.post(path, { data, headers: { 'sec-fetch-site': 'same-origin' } })
    expect(answer.status(), path).toBe(201)
    return (await answer.json()) as T
  }
  const slug = `of-rest-${ann.handle.replace('_', '-')}`
  await admin('/api/blog/posts', { title: 'Of rest', slug, content: 'Sit still.', published: true })
  const steps = ['/', '/messages'].map((path) => ({ kind: 'page', path }))
  await admin('/api/analytics/funnels', { name: 'Rest', steps })
  const link = { kind: 'link', name: 'Rest', days: 1, query: { range: 'today' } }
  const { secret } = await admin<{ secret: string }>('/api/analytics/keys', link)
  return { handle: ann.handle, bob: bob.id, post: post.id, decree: `/blog/${slug}`, shared: secret }
}
