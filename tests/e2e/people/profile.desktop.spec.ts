import type { Page } from 'playwright/test'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const followers = (page: Page) => page.locator('[data-count=followers]')

// The rules of the page are tested in tests/pages/people.
test('a follow and a new name show on both screens; a profile is shared by its link, and a message begins from it', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await Promise.all([ann.page.goto(`/u/${bob.handle}`), bob.page.goto('/profile')])
  await expect(followers(bob.page)).toHaveText('0')
  await ann.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(ann.page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  for (const { page } of [ann, bob]) await expect(followers(page)).toHaveText('1')

  await bob.page.getByRole('link', { name: 'Edit Profile' }).click()
  await bob.page.getByLabel('Display name').fill('Sir Bob of the Bend')
  await bob.page.getByLabel('Bio').fill('Unblocks.')
  await bob.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(bob.page)).toContainText('Profile updated')
  for (const { page } of [ann, bob]) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sir Bob of the Bend')
    await expect(page.getByText('Unblocks.').first()).toBeVisible()
  }

  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ann.page.getByRole('button', { name: 'Share Profile' }).click()
  await expect(toast(ann.page)).toContainText('Profile link copied!')
  expect(await ann.page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(ann.page.url()).origin}/profile/${bob.handle}`,
  )
  await ann.page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(ann.page).toHaveURL(new RegExp(`/messages\\?user=${bob.id}`))
})
