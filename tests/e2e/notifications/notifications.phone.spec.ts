import { createPost, keepsUnread, react } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the first row is in the upper fifth of the screen, and a selection does not move it', async ({
  guest,
}) => {
  const ann = await guest('Ann')
  const bob = await guest('Bob')
  await keepsUnread(ann)
  const { id } = await createPost(ann, 'A decree for the notifications')
  await react(bob, id, '💩')
  const { page } = ann
  await page.goto('/notifications')
  const row = page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')
  const top = async () => (await row.boundingBox())!.y
  const before = await top()
  expect(before).toBeLessThanOrEqual(page.viewportSize()!.height / 5)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await expect(row.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: 'Select All' }).tap()
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Deselect All' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Mark 1 as read' })).toBeInViewport({ ratio: 1 })
  expect(await top()).toBe(before)
})
