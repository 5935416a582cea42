import type { Page, Request } from 'playwright'
import type { BatchInput } from '#contract/batch.ts'
import { card, createPost, createPosts, follow, message, placeOf } from './support/calls.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'

interface Start {
  readonly page: Page
  /** The reads of the page so far: each with its query, in order. */
  readonly calls: readonly string[]
}

/** Opens a page, and waits until it is live and has resynced. */
async function start({ context }: Guest, path: string): Promise<Start> {
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/batch') calls.push(...readsOf(request).map(withoutApi))
    else if (pathname.startsWith('/api/')) calls.push(withoutApi(pathname + search))
  })
  const signals = recordSignals(page)
  await page.goto(path)
  await expect.poll(signals.answered, { message: `${path} has subscribed` }).toBeGreaterThan(0)
  // A later subscription is answered too; its answer must contain the real time.
  await page.waitForLoadState('networkidle')
  await expect.poll(signals.open).toBe(0)
  return { page, calls }
}

const readsOf = (request: Request): string[] =>
  (request.postDataJSON() as BatchInput).reads.map(({ path }) => path)

const withoutApi = (path: string): string => path.slice('/api'.length)

/**
 * Counts the page's signals and their answers. Socket.IO's packets: 42<id>[...] asks, 43<id>[...] answers.
 */
function recordSignals(page: Page): { open(): number; answered(): number } {
  const [sent, answered] = [new Set<string>(), new Set<string>()]
  const note = (ids: Set<string>, type: string) => (frame: { payload: string | Buffer }) => {
    const id = new RegExp(`^${type}(\\d+)\\[`).exec(String(frame.payload))?.[1]
    if (id) ids.add(id)
  }
  page.on('websocket', (socket) => {
    socket.on('framesent', note(sent, '42'))
    socket.on('framereceived', note(answered, '43'))
  })
  return { open: () => [...sent].filter((id) => !answered.has(id)).length, answered: () => answered.size }
}

const repeated = (calls: readonly string[]): string[] =>
  calls.filter((call, at) => calls.indexOf(call) !== at)

test('[L4] the start of a page fetches nothing twice when nothing has changed meanwhile', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const post = await createPost(bob, 'The seat is warm')
  await createPosts(bob, 3, (number) => `Drop ${number}`)
  await follow(ann, bob)
  await message(bob, ann, 'Hello')
  // The server counts a change for a second longer (realtime/rooms/recent-changes.ts).
  const changedAt = Date.now()
  await expect.poll(() => Date.now() - changedAt).toBeGreaterThan(2_500)
  const paths = ['/', '/feed', `/p/${post.id}`, '/messages', '/notifications', `/u/${bob.handle}`]
  await ann.context.clock.install()
  // In tabs beside each other: most of the time they wait.
  const starts = await Promise.all(paths.map((path) => start(ann, path)))
  // What a subscription would fetch again, it fetches within this time (live/after-watch.ts).
  await ann.context.clock.fastForward(4_000)
  await Promise.all(starts.map(({ page }) => page.waitForLoadState('networkidle')))
  for (const [index, { calls }] of starts.entries()) {
    expect(repeated(calls), paths[index]).toEqual([])
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(9)
  }
})

test('the counts of the badges are in the first HTML, and move with what comes later', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await follow(ann, bob)
  await follow(bob, ann)
  await message(bob, ann, 'Hello')
  const nav = ann.page.getByRole('navigation', { name: 'Main' })
  const shown = (name: string) => nav.getByRole('link', { name })
  const waiting = {
    // The message is counted at Messages alone.
    notifications: 'Activity 1 unread notification',
    messages: 'Messages 1 unread message',
  }
  // The page's own calls are held back: what shows is what the document says.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await ann.page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await ann.page.goto('/')
  await expect(shown(waiting.notifications)).toBeVisible()
  await expect(shown(waiting.messages)).toBeVisible()
  answer()
  await message(bob, ann, 'Are you there?')
  await expect(shown('Messages 2 unread messages')).toBeVisible()
  await expect(shown(waiting.notifications)).toBeVisible()
})

test('what one reads stays where it is when the scripts come late to a page that was scrolled', async ({
  guest,
}) => {
  const [{ page }, bob] = [await guest('Ann'), await guest('Bob')]
  // Only his posts are in the list of his profile: a post of another test that goes would move what is below it.
  await createPosts(bob, 24, (number) => `Drop ${number} of ${bob.handle}`)
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto(`/u/${bob.handle}`, { waitUntil: 'commit' })
  const inDocument = page.locator('.rf-rows-flow')
  await expect(inDocument.getByRole('article').last()).toBeAttached()
  // To the end of what the document has, where more comes in above the foot of the page.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const reading = card(page, `Drop 18 of ${bob.handle}`)
  await expect(reading).toBeInViewport()
  const place = await placeOf(reading)
  arrive()
  await expect(inDocument).toHaveCount(0)
  await expect(card(page, `Drop 16 of ${bob.handle}`)).toBeAttached()
  expect(await placeOf(reading)).toBeCloseTo(place, -1)
})
