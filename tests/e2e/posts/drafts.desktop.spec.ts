import type { Page } from 'playwright/test'
import { createPost, holdWrites } from '#tests/e2e/support/calls.ts'
import { logIn, type Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const commentField = (page: Page) => page.getByPlaceholder('Leave your mark')

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/')
}

test("a visitor's comment survives the log-in and a reload, and nobody else gets it", async ({ page }) => {
  const post = await createPost(ann, 'What do you say?')
  await page.goto(`/p/${post.id}`)
  await commentField(page).fill('I say plunger')
  await page.goto(`/login?next=/p/${post.id}`)
  await logIn(page, bob)
  await expect(page).toHaveURL(`/p/${post.id}`)
  await expect(commentField(page)).toHaveValue('I say plunger')
  await page.reload()
  await expect(commentField(page)).toHaveValue('I say plunger')
  await signOut(page)
  await page.goto(`/p/${post.id}`)
  await expect(commentField(page)).toHaveValue('')
  await page.goto(`/login?next=/p/${post.id}`)
  await logIn(page, ann)
  await expect(page).toHaveURL(`/p/${post.id}`)
  await expect(commentField(page)).toHaveValue('')
})

test('drafts of a post and of a message survive the end of the session', async () => {
  const { page } = bob
  await page.goto(`/messages?user=${ann.id}`)
  await page.getByRole('textbox', { name: 'Message to Ann' }).fill('Are you there')
  await page.goto('/')
  await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill('Half a thought')
  // A pending response would set the cookie again.
  await page.waitForLoadState('networkidle')
  await bob.context.clearCookies()
  await page.goto(`/messages?user=${ann.id}`)
  await expect(page).toHaveURL(/\/login\?next=/)
  await logIn(page, bob)
  await expect(page.getByRole('textbox', { name: 'Message to Ann' })).toHaveValue('Are you there')
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'What have you been brewing?' })).toHaveValue(
    'Half a thought',
  )
})

test('a comment that was being sent when the page closed can be sent again', async () => {
  const post = await createPost(ann, 'Echo?')
  const { page } = bob
  await page.goto(`/p/${post.id}`)
  await holdWrites(page, '**/comments')
  await commentField(page).fill('Echo!')
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/comments'),
  )
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await asked
  await expect(commentField(page)).toHaveValue('')
  // Before the route ends: its end would let the held request go.
  await page.reload()
  await expect(commentField(page)).toHaveValue('Echo!')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(toast(page)).toContainText('Comment posted')
  await expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toHaveCount(1)
  await expect(commentField(page)).toHaveValue('')
})
