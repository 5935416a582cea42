import type { Page } from 'playwright'
import { createPost, createPosts, follow, message } from './support/calls.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** What a page asks the server for until it is live and has caught up: each GET with its query, in order. */
async function callsOfStart({ context }: Guest, path: string): Promise<string[]> {
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.slice('/api'.length) + search)
  })
  await page.clock.install()
  const signals = recordSignals(page)
  await page.goto(path)
  await expect.poll(signals.answered, { message: `${path} has subscribed` }).toBeGreaterThan(0)
  // A subscription that is sent later has its answer as well: its time of answer must be the real one.
  await page.waitForLoadState('networkidle')
  await expect.poll(signals.open).toBe(0)
  // What a subscription would fetch again, it fetches within this time (live/after-watch.ts).
  await page.clock.fastForward(4_000)
  await page.waitForLoadState('networkidle')
  await page.close()
  return calls
}

/** Counts the page's signals and their answers. Socket.IO's packets: 42<id>[...] asks, 43<id>[...] answers. */
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
  for (const path of ['/', '/feed', `/p/${post.id}`]) {
    const calls = await callsOfStart(ann, path)
    expect(repeated(calls), path).toEqual([])
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(9)
  }
})
