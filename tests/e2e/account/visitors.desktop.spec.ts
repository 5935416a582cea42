import type { Page } from 'playwright/test'
import { createPost } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { signUp } from '#tests/e2e/support/register-form.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let bob: Guest
test.beforeEach(async ({ guest }) => {
  bob = await guest('Bob')
})

const drop = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const poo = (page: Page, text: string) => drop(page, text).getByRole('button', { name: /^poo/ })

test('a visitor reacts, signs up, and the reaction is given; the author sees it at once', async ({
  page,
}) => {
  const text = `A seat for ${bob.handle}`
  const { id } = await createPost(bob, text)
  await bob.page.goto(`/p/${id}`)
  await page.goto(`/u/${bob.handle}`)
  await poo(page, text).click()
  const sheet = page.getByRole('dialog', { name: 'Throw the first poo' })
  await expect(toast(page)).toContainText('Please log in to react to posts.')
  await expect(toast(page)).not.toHaveClass(/destructive/)
  await sheet.getByRole('link', { name: 'Create account' }).click()
  await signUp(page)
  await expect(page).toHaveURL(`/p/${id}`)
  await expect(poo(page, text)).toHaveAttribute('aria-pressed', 'true')
  await expect(poo(bob.page, text)).toHaveAccessibleName('poo, 1')
  // Only once.
  await page.reload()
  await expect(poo(page, text)).toHaveAttribute('aria-pressed', 'true')
  await expect(poo(page, text)).toHaveAccessibleName('poo, 1')
})

test('an account is offered beside the log-in, in the column and below the fifth post', async ({ page }) => {
  for (const count of [1, 2, 3, 4, 5]) await createPost(bob, `Number ${count}`)
  await page.goto(`/u/${bob.handle}`)
  const sidebar = page.getByRole('banner').filter({ has: page.getByRole('navigation', { name: 'Main' }) })
  await expect(sidebar.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register')
  const column = page.getByRole('complementary', { name: 'Search and advertisements' })
  await expect(column.getByRole('link', { name: 'Create account' })).toBeVisible()
  const posts = page.getByRole('feed').getByRole('article')
  await expect(posts.nth(5)).toContainText('The seat is still warm')
  // Members see none of it.
  await bob.page.goto(`/u/${bob.handle}`)
  await expect(bob.page.getByRole('feed').getByRole('article')).toHaveCount(5)
  await expect(bob.page.getByText('The seat is still warm')).toHaveCount(0)
})

test('a page that needs an account says so, and is there after the sign-up', async ({ page }) => {
  await page.goto('/compose')
  await expect(page.getByText('You need an account to post.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByText('You need an account to post.')).toBeVisible()
  await signUp(page)
  await expect(page).toHaveURL('/compose')
})
