import { expect, test } from 'playwright/test'
import { comment, drop, follow, react } from './support/drops.ts'
import { complaints, overhang } from './support/look.ts'
import { guest, type Guest } from './support/people.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ browser, baseURL }) => {
  ann = await guest(browser, baseURL!, 'Ann')
  bob = await guest(browser, baseURL!, 'Bob')
  const post = await drop(bob, `A #lookout for @${ann.handle}`)
  await comment(ann, post.id, 'Seen.')
  await react(ann, post.id, '💩')
  await follow(ann, bob)
})
test.afterEach(async () => {
  await ann.context.close()
  await bob.context.close()
})

const ROOMS: Record<string, (handle: string) => string[]> = {
  search: () => ['/search', '/search?tag=lookout', '/search?q=bob&tab=users'],
  'the hub': () => ['compose', 'explore', 'notifications', 'messages'].map((tab) => `/activity?tab=${tab}`),
  'composer and settings': () => ['/compose', '/settings'],
  "a profile's tabs": (handle) => ['replies', 'media', 'likes', 'following'].map((tab) => `/u/${handle}?tab=${tab}`),
}

for (const scheme of ['light', 'dark'] as const) {
  for (const [room, paths] of Object.entries(ROOMS)) {
    test(`${room}: sound for everybody, and nothing hangs over, ${scheme}`, async ({ viewport }) => {
      // Axe reads every corner of every page.
      test.slow()
      const { page } = ann
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: scheme })
      for (const path of paths(ann.handle)) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect(await complaints(page), path).toEqual([])
        expect(await overhang(page), path).toBe(0)
      }
    })
  }
}

test('on the narrowest screens nothing hangs over, and the current tab is in view', async () => {
  const { page } = ann
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/search?tag=lookout', '/compose', '/settings', '/activity?tab=messages', '/profile?tab=settings']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await overhang(page), path).toBe(0)
  }
  await page.goto('/activity?tab=messages')
  await expect(page.getByRole('navigation', { name: 'Activity' }).getByRole('link', { name: 'Messages' })).toBeInViewport({ ratio: 1 })
})
