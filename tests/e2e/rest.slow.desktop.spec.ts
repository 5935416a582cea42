import { MongoClient } from 'mongodb'
import type { BrowserContext, Page, WebSocket } from 'playwright'
import type { PushName } from '#contract/events.ts'
import type { PagePath } from '#contract/site.page-titles.ts'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { befriend, comment, createPost, message, react } from './support/calls.ts'
import { grantAdmin } from './support/grant-admin.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Longer than any interval of the product but those of L71. */
const REST_MS = 75_000
/** The clocks of the pages are set forward by so much at a time: a page believes for 35 s that its socket is up. */
const STEP_MS = 15_000

/** The server's long intervals pass so much faster, in code that it loads first. */
const FASTER = 30
const FASTER_INTERVALS = `
  const start = setInterval
  globalThis.setInterval = (work, ms, ...more) => start(work, ms < 5_000 ? ms : ms / ${FASTER}, ...more)`

interface World {
  handle: string
  bob: string
  post: string
  decree: string
  shared: string
}

/** Who opens which page: `v` a visitor, `m` a member, `a` an admin. */
type Visit = `${'v' | 'm' | 'a'} /${string}`
const PAGES: Record<PagePath, (world: World) => Visit[]> = {
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

/** What pages do while they rest. */
class Rest {
  calls: string[] = []
  readonly #sockets = new Map<Visit, WebSocket>()

  follow(page: Page, visit: Visit): void {
    page.on('websocket', (socket) => this.#sockets.set(visit, socket))
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!['fetch', 'xhr', 'ping'].includes(request.resourceType())) return
      // [L71] Each minute; it has no push.
      if (pathname === '/api/analytics/shared') return
      this.calls.push(`${visit}: ${request.method()} ${pathname}`)
    })
  }

  pushed = (visit: Visit, name: PushName): Promise<unknown> =>
    this.#sockets.get(visit)!.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes(`"${name}"`),
    })

  get withSocket(): Visit[] {
    return [...this.#sockets].flatMap(([visit, socket]) => (socket.isClosed() ? [] : visit))
  }
}

/** Returns how the clocks of this browser's later pages are set forward; all of their timers run meanwhile. */
async function withClock(context: BrowserContext): Promise<() => Promise<void>> {
  const pings: (() => void)[] = []
  await context.clock.install()
  await context.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer()
    pings.push(() => socket.send('2'))
  })
  return async () => {
    // The server's own pings come by the real time, which is too late for the page's clock.
    for (const ping of pings) ping()
    await context.clock.runFor(STEP_MS)
  }
}

let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess({
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FASTER_INTERVALS)}`,
  })
})
test.afterAll(() => server[Symbol.asyncDispose]())

test('[L8] [L71] no page calls the server while it rests and its socket is up', async ({
  guest,
  openContext,
}) => {
  test.setTimeout(450_000)
  const [ann, bob, queen] = await Promise.all(['Ann', 'Bob', 'Queen'].map((name) => guest(name, server.url)))
  const world = await fill(server.dataDir, ann!, bob!, queen!)
  const browsers = { v: await openContext(server.url), m: ann!.context, a: queen!.context }
  const forward = await Promise.all(Object.values(browsers).map(withClock))
  const rest = new Rest()
  const visits = Object.values(PAGES).flatMap((pagesOf) => pagesOf(world))
  const openAll = async (who: keyof typeof browsers) => {
    for (const visit of visits.filter(([first]) => first === who)) {
      const page = await browsers[who].newPage()
      rest.follow(page, visit)
      await page.goto(visit.slice(2))
    }
  }
  await Promise.all((['v', 'm', 'a'] as const).map(openAll))
  const signedIn = expect.arrayContaining(visits.filter(([who]) => who !== 'v'))
  await expect.poll(() => rest.withSocket).toEqual(signedIn)

  const restOnce = async () => {
    const minute = rest.pushed('m /', 'trending:updated')
    await Promise.all([doAllJobs(server.dataDir), minute])
    for (let restedMs = 0; restedMs < REST_MS; restedMs += STEP_MS)
      await Promise.all([...forward.map((go) => go()), rest.pushed('a /sewer-map', 'wall:updated')])
    // What a page has asked for by now is known when this one has come.
    await rest.pushed('a /sewer-map', 'wall:updated')
  }
  // The first time some pages still load what comes later.
  await expect(async () => {
    const known = rest.calls.length
    await restOnce()
    expect(rest.calls.slice(known)).toEqual([])
  }).toPass({ timeout: 240_000, intervals: [0] })
  expect(rest.withSocket).toEqual(signedIn)
})

/** All jobs of the server are due now. Resolves when they are done. */
async function doAllJobs(dataDir: string): Promise<void> {
  const store = await attachEmbedded(dataDir)
  const client = await MongoClient.connect(store!.uri)
  try {
    const jobs = client.db().collection('jobs')
    const dueAt = new Date(0)
    await jobs.updateMany({ state: 'waiting' }, { $set: { dueAt } })
    await expect.poll(() => jobs.countDocuments({ $or: [{ dueAt }, { state: 'running' }] })).toBe(0)
  } finally {
    await client.close()
    await store!.close()
  }
}

/** So that no page is empty. Views are counted of people who agree. */
async function fill(dataDir: string, ann: Guest, bob: Guest, queen: Guest): Promise<World> {
  await grantAdmin(queen, dataDir)
  for (const { context } of [ann, queen])
    await context.request.put('/api/user/privacy-settings', { data: { analyticsConsent: true } })
  const post = await createPost(bob, `A #lookout for @${ann.handle}`)
  await comment(ann, post.id, 'Seen.')
  await react(ann, post.id, '💩')
  await befriend(ann, bob)
  await message(ann, bob, 'Is anybody in there?')
  const { request } = queen.context
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
