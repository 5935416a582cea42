import type { BrowserContext, Page } from 'playwright/test'
import { PASSWORD } from '#tests/support/http-client.ts'
import { nthMail, tokenIn } from '#tests/support/mail.ts'
import { createPost, react } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const dataDir = () => process.env['E2E_DATA_DIR']!
const NEW_PASSWORD = 'a-second-throne-entirely'
const emailOf = ({ handle }: Guest) => `${handle}@people.example`

/** The same person on another computer. */
async function elsewhere(context: BrowserContext, who: Guest, path: string): Promise<Page> {
  const page = await context.newPage()
  const userAgent = await page.evaluate(() => navigator.userAgent)
  await context.request.post('/api/auth/login', {
    data: { email: emailOf(who), password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent },
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test('a log-in elsewhere appears in the session list at once and can be ended; a new password ends all others', async ({
  openContext,
  guest,
}) => {
  const ann = await guest('Ann')
  const { page } = ann
  await page.goto('/settings?section=security')
  const list = page.locator('section', { hasText: 'Where you are signed in' })
  await expect(list.getByText('This one')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)

  const second = await elsewhere(await openContext(), ann, '/notifications')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('Chrome on Linux')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await list.getByRole('button', { name: 'Log out there' }).click()
  await expect(toast(page)).toContainText('Logged out there')
  await expect(toast(second)).toContainText('You have left the palace')
  await expect(second).toHaveURL('/')
  await expect(list.getByRole('listitem')).toHaveCount(1)

  const third = await elsewhere(await openContext(), ann, '/messages')
  const own = await ann.context.newPage()
  await own.goto('/notifications')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('not-the-password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill('something-else')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'That is not your current password.',
  )
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page)).toContainText('Password changed')
  await expect(toast(third)).toContainText('Your password was changed')
  await expect(third).toHaveURL('/login?next=%2Fmessages')
  await expect(list.getByText('This one')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  // The other tab of this browser is still signed in, and its socket still receives pushes.
  const bob = await guest('Bob')
  const post = await createPost(ann, 'Still on the throne')
  await react(bob, post.id, '💩')
  await expect(own.getByText(/Bob/)).toBeVisible()
})

test('another email is confirmed by mail; notifications that are switched off are not sent', async ({
  page: visitor,
  guest,
}) => {
  const cleo = await guest('Cleo')
  const { page } = cleo
  const email = `${cleo.handle}@new.example`
  await page.goto('/settings?section=security')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByText(`We wait until you confirm ${email}.`)).toBeVisible()
  await visitor.goto(`/confirm-email?token=${tokenIn(await nthMail(dataDir(), email))}`)
  await visitor.getByRole('button', { name: 'Confirm this email' }).click()
  await expect(visitor.getByRole('heading', { name: 'Email changed' })).toBeFocused()
  await expect(page.getByText('We wait until you confirm')).toHaveCount(0)
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Notifications' })
    .click()
  await page.getByRole('switch', { name: 'Reactions' }).uncheck()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Reactions' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Followers' })).toBeChecked()
  const dan = await guest('Dan')
  const post = await createPost(cleo, 'Quiet, please')
  await react(dan, post.id, '💩')
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
})
