import { follow, unfollow } from './support/calls.ts'
import { banner, followers, openProfile } from './support/follower-count.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('L7, L8: a page without a socket polls every 30 s; one that slept catches up; one without a network shows a banner, catches up when it is back, and says so; who was logged out elsewhere meanwhile is logged out', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await ann.page.clock.install()
  await pollsWithoutSocket(ann, bob)
  await wakesUp(ann, bob)

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

async function pollsWithoutSocket(ann: Guest, bob: Guest): Promise<void> {
  const page = await ann.context.newPage()
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.goto('/profile')
  await expect(followers(page)).toHaveText('0')
  await follow(bob, ann)
  await page.clock.fastForward(31_000)
  await expect(followers(page)).toHaveText('1')
  await expect(banner(page)).toContainText('Catching up by bucket.')
  await page.close()
  await unfollow(bob, ann)
}

async function wakesUp(ann: Guest, bob: Guest): Promise<void> {
  const page = await ann.context.newPage()
  let asleep = false
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const upstream = socket.connectToServer()
    upstream.onMessage((frame) => {
      if (!asleep) socket.send(frame)
    })
  })
  await page.goto('/profile')
  await expect(followers(page)).toHaveText('0')
  asleep = true
  await follow(bob, ann)
  asleep = false
  await page.clock.fastForward(3_600_000)
  await expect(followers(page)).toHaveText('1')
  await page.close()
  await unfollow(bob, ann)
}
