import type { Page } from 'playwright/test'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { follow } from './support/calls.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Of the one test that kills it. */
let server: ServerProcess | undefined
test.afterEach(async () => server?.[Symbol.asyncDispose]())

const followers = (page: Page) => page.locator('[data-count=followers]')
const banner = (page: Page) => page.locator('.s-connection')

/** Opens ann's own profile and waits until its changes are pushed. */
async function openProfile({ page }: Guest): Promise<void> {
  const watched = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('"profile"')),
    )
  await page.goto('/profile')
  await watched
  await expect(followers(page)).toHaveText('0')
}

test('L7, L8: a page without a network shows a banner, catches up when it is back, and says so; who was logged out elsewhere meanwhile is logged out', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await ann.page.clock.install()
  await openProfile(ann)
  await ann.context.setOffline(true)
  await follow(bob, ann)
  await ann.page.clock.runFor(3_000)
  await expect(banner(ann.page)).toContainText("You're offline. We'll catch up when you're back.")
  await expect(followers(ann.page)).toHaveText('0')
  await ann.context.setOffline(false)
  await expect(followers(ann.page)).toHaveText('1')
  await expect(banner(ann.page)).toContainText('All is well again.')
  await ann.page.clock.runFor(4_000)
  await expect(banner(ann.page)).toHaveCount(0)

  await ann.context.setOffline(true)
  await ann.page.clock.runFor(3_000)
  await expect(banner(ann.page)).toBeVisible()
  const elsewhere = ann.context.request
  await elsewhere.post('/api/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  await ann.context.setOffline(false)
  await expect(ann.page).toHaveURL((url) => url.pathname === '/login' || url.pathname === '/')
})

test('L7: every open page survives a kill of the server and converges without a reload', async ({
  guest,
}) => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
  const [ann, bob] = [await guest('Ann', server.url), await guest('Bob', server.url)]
  await ann.page.clock.install()
  await openProfile(ann)
  await server.kill()
  await ann.page.clock.runFor(3_000)
  await expect(banner(ann.page)).toContainText('Catching up by bucket.')
  await server.start()
  await follow(bob, ann)
  const twoSecondsLater = async () => {
    await ann.page.clock.runFor(2_000)
    return followers(ann.page).textContent()
  }
  await expect.poll(twoSecondsLater, { timeout: 35_000 }).toBe('1')
  await expect(banner(ann.page)).toContainText('All is well again.')
  await ann.page.clock.runFor(4_000)
  await expect(banner(ann.page)).toHaveCount(0)
  // Not only caught up: pushed again.
  await bob.context.request.delete(`/api/users/${ann.id}/follow`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await expect(followers(ann.page)).toHaveText('0')
})

test('L8: a page without a socket polls every 30 s', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await ann.page.clock.install()
  await ann.page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await ann.page.goto('/profile')
  await expect(followers(ann.page)).toHaveText('0')
  await follow(bob, ann)
  await ann.page.clock.fastForward(31_000)
  await expect(followers(ann.page)).toHaveText('1')
  await expect(banner(ann.page)).toContainText('Catching up by bucket.')
})

test('L7: a page catches up after a long sleep', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  let asleep = false
  await ann.page.clock.install()
  await ann.page.routeWebSocket(/socket\.io/, (socket) => {
    const upstream = socket.connectToServer()
    upstream.onMessage((frame) => {
      if (!asleep) socket.send(frame)
    })
  })
  await ann.page.goto('/profile')
  await expect(followers(ann.page)).toHaveText('0')
  asleep = true
  await follow(bob, ann)
  asleep = false
  await ann.page.clock.fastForward(3_600_000)
  await expect(followers(ann.page)).toHaveText('1')
})
