import type { Page } from 'playwright/test'
import { createPost, follow } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const count = (page: Page, what: 'posts' | 'following' | 'followers') => page.locator(`[data-count=${what}]`)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('an unknown person is fetched at most once: the document says so already', async () => {
  const { page } = ann
  const asked: string[] = []
  page.on('request', (request) => {
    const path = '/api/users/nobody_here'
    if (request.url().endsWith(path) || request.postData()?.includes(path)) asked.push(request.url())
  })
  // The resync after the connect fetches everything at the same time.
  const resynced = page.waitForResponse(/\/api\/(batch|notifications\/unread-count)$/)
  await page.goto('/u/nobody_here')
  await expect(page.getByText('Nobody by that name has ever sat here.')).toBeVisible()
  await resynced
  // The resync asks when somebody has changed just before the page was opened.
  expect(asked.length).toBeLessThanOrEqual(1)
})

test('following changes the counts on both screens once', async () => {
  await Promise.all([ann.page.goto(`/u/${bob.handle}`), bob.page.goto('/profile')])
  await expect(count(bob.page, 'followers')).toHaveText('0')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await ann.page.route('**/follow', async (route) => {
    await held
    await route.continue()
  })
  await ann.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(ann.page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  answer()
  await expect(ann.page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await expect(count(ann.page, 'followers')).toHaveText('1')
  await expect(count(bob.page, 'followers')).toHaveText('1')
  // The followed person sees it on the profile of the other one, live.
  await bob.page.goto(`/u/${ann.handle}`)
  await expect(bob.page.getByText('Follows you')).toBeVisible()
  await ann.page.getByRole('button', { name: 'Following', exact: true }).click()
  await expect(bob.page.getByText('Follows you')).toHaveCount(0)
  await bob.page.goto('/profile')
  await expect(count(bob.page, 'followers')).toHaveText('0')
  await expect(count(ann.page, 'followers')).toHaveText('0')
})

test("one's own counts change with actions in another tab", async () => {
  await ann.page.goto('/profile')
  await expect(count(ann.page, 'following')).toHaveText('0')
  await follow(ann, bob)
  await expect(count(ann.page, 'following')).toHaveText('1')
  await createPost(ann, 'One from elsewhere')
  await expect(count(ann.page, 'posts')).toHaveText('1')
})

test('a mouse that rests on a name sees who that is, and can follow them there', async () => {
  await createPost(bob, 'Hover over me')
  await bob.page.goto('/profile?tab=followers')
  await ann.page.goto('/feed')
  const name = ann.page
    .getByRole('article')
    .filter({ hasText: 'Hover over me' })
    .getByRole('link', { name: 'Bob', exact: true })
  const hovered = ann.page.getByRole('region', { name: 'About Bob' })
  await name.hover()
  await expect(hovered).toContainText(`@${bob.handle}`)
  await expect(hovered).toContainText('0 Followers')
  await follow(bob, ann)
  await expect(hovered).toContainText('Follows you')
  // It stays while the mouse is on it.
  await hovered.getByRole('button', { name: 'Follow' }).click()
  await expect(hovered.getByRole('button', { name: 'Following' })).toBeVisible()
  await expect(hovered).toContainText('1 Follower')
  await expect(count(bob.page, 'followers')).toHaveText('1')
  await ann.page.mouse.move(0, 0)
  await expect(hovered).toHaveCount(0)
  await name.hover()
  await expect(hovered).toBeVisible()
  await ann.page.keyboard.press('Escape')
  await expect(hovered).toHaveCount(0)
})

test('a new name and bio are saved, and others see them live', async () => {
  await ann.page.goto(`/u/${bob.handle}`)
  await expect(heading(ann.page)).toHaveText('Bob')
  await bob.page.goto('/profile')
  await bob.page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(bob.page).toHaveURL('/profile?tab=settings')
  await expect(bob.page.getByLabel('Handle')).toHaveAttribute('readonly', '')
  await bob.page.getByLabel('Display name').fill('Sir Bob of the Bend')
  await bob.page.getByLabel('Bio').fill('Unblocks.')
  await expect(bob.page.getByText('9/160')).toBeVisible()
  await bob.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(bob.page)).toContainText('Profile updated')
  for (const page of [bob.page, ann.page]) {
    await expect(heading(page)).toHaveText('Sir Bob of the Bend')
    await expect(page.getByText('Unblocks.').first()).toBeVisible()
  }
  await bob.page.getByLabel('Display name').fill('   ')
  await bob.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(bob.page.getByText('Display name is required')).toBeVisible()
})

test('a profile is shared by its link, and a message begins from it', async () => {
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ann.page.goto(`/u/${bob.handle}`)
  await ann.page.getByRole('button', { name: 'Share Profile' }).click()
  await expect(toast(ann.page)).toContainText('Profile link copied!')
  expect(await ann.page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(ann.page.url()).origin}/profile/${bob.handle}`,
  )
  await ann.page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(ann.page).toHaveURL(new RegExp(`/messages\\?user=${bob.id}`))
})

test('admins wear their badges', async () => {
  await grantAdmin(bob.handle)
  await ann.page.goto(`/u/${bob.handle}`)
  await expect(ann.page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(ann.page.getByText('Admin', { exact: true })).toBeVisible()
})
