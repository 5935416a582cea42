import { message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('[L37] on a phone the shelf, the request and the list are pages of their own', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await message(bob, ann, 'We have not been introduced.')
  const { page } = ann
  await page.goto('/messages')
  await page.getByRole('link', { name: /^Requests/ }).tap()
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await page.getByRole('link', { name: `@${bob.handle}` }).tap()
  await expect(page.getByRole('region', { name: /^Messages with/ })).toContainText('introduced')
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await page.getByRole('link', { name: `@${bob.handle}` }).tap()
  await page.getByRole('button', { name: 'Accept' }).tap()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  // Nobody waits in the shelf any more.
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(page.getByRole('link', { name: `@${bob.handle}` })).toBeVisible()
  await page.goto(`/messages?user=${'0'.repeat(24)}`)
  await expect(page.getByText('User not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to conversations' }).tap()
  await expect(page.getByRole('link', { name: `@${bob.handle}` })).toBeVisible()
})
