import type { Page } from 'playwright/test'
import { comment, createPost } from '#tests/e2e/support/calls.ts'
import { logIn, type Guest } from '#tests/e2e/support/people.ts'
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

test('a visitor comments, logs in, and the comment is posted', async ({ page, guest }) => {
  const ann = await guest('Ann')
  const { id } = await createPost(bob, 'What do you say?')
  await bob.page.goto(`/p/${id}`)
  await page.goto(`/p/${id}`)
  await page.getByPlaceholder('Leave your mark').fill('I say plunger')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave your mark' }).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, ann)
  await expect(page).toHaveURL(`/p/${id}`)
  await expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toContainText(
    'I say plunger',
  )
  await expect(page.getByPlaceholder('Leave your mark')).toHaveValue('')
  await expect(bob.page.getByRole('region', { name: 'Comments' })).toContainText('I say plunger')
})

test('a visitor poos on a comment, logs in, and the poo is given', async ({ page, guest }) => {
  const ann = await guest('Ann')
  const { id } = await createPost(bob, 'Below this one')
  const said = await comment(bob, id, 'Nobody will ever poo on me')
  await bob.page.goto(`/p/${id}`)
  await page.goto(`/p/${id}`)
  const row = (one: Page) => one.locator(`#c-${said.id}`)
  await row(page).getByRole('button', { name: 'poo' }).click()
  await expect(toast(page)).toContainText('Please log in to react to comments.')
  await page
    .getByRole('dialog', { name: 'Throw the first poo' })
    .getByRole('link', { name: 'Log in' })
    .click()
  await logIn(page, ann)
  await expect(page).toHaveURL(`/p/${id}#c-${said.id}`)
  await expect(row(page).getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(row(bob.page).getByRole('button', { name: 'poo, 1' })).toBeVisible()
})

test('a visitor who follows somebody and logs in follows them', async ({ page, guest }) => {
  const ann = await guest('Ann')
  await page.goto(`/u/${bob.handle}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('dialog', { name: 'Join the court' }).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, ann)
  await expect(page).toHaveURL(`/u/${bob.handle}`)
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
})

test('a closed sheet does not come back in this tab, and nothing is done later', async ({ page, guest }) => {
  const ann = await guest('Ann')
  const { id } = await createPost(bob, 'Leave it')
  await page.goto(`/p/${id}`)
  await poo(page, 'Leave it').click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/login?next=/p/${id}`)
  await logIn(page, ann)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(poo(page, 'Leave it')).toHaveAccessibleName('poo')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/p/${id}`)
  await drop(page, 'Leave it').getByRole('button', { name: 'red heart' }).click()
  await expect(toast(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await toast(page).getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/register?next=${encodeURIComponent(`/p/${id}`)}`)
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
