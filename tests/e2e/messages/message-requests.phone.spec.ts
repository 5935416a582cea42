import { message } from '#tests/e2e/support/calls.ts'
import { photo, uploaded } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('[L37] on a phone the shelf, the request and the list are pages of their own, and pictures wait for the answer', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { mediaUrl, mediaType } = await uploaded(bob, await photo(), 'message')
  await message(bob, ann, 'We have not been introduced.', { mediaUrl, mediaType, altText: 'The throne' })
  const { page } = ann
  await page.goto('/messages')
  await page.getByRole('link', { name: /^Requests/ }).tap()
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await page.getByRole('link', { name: `@${bob.handle}` }).tap()
  await expect(page.getByRole('region', { name: /^Messages with/ })).toContainText('introduced')
  // Pictures of a stranger are shown once one accepts.
  const thread = page.getByRole('region', { name: /^Messages with/ })
  await expect(thread.getByText('A photo, shown once you accept')).toBeVisible()
  await expect(thread.locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await page.getByRole('link', { name: `@${bob.handle}` }).tap()
  await page.getByRole('button', { name: 'Accept' }).tap()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expect(thread.getByRole('img', { name: 'The throne' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  // Nobody waits in the shelf any more.
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(page.getByRole('link', { name: `@${bob.handle}` })).toBeVisible()
  await page.goto(`/messages?user=${'0'.repeat(24)}`)
  await expect(page.getByText('User not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to conversations' }).tap()
  await expect(page.getByRole('link', { name: `@${bob.handle}` })).toBeVisible()
})
