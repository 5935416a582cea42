import { createPost } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test('an admin makes a moderator, who has the dashboard at once, decides a report, and loses it all at once', async ({
  guest,
}) => {
  const [queen, knight, ann, bob] = (await Promise.all(
    ['Queen', 'Knight', 'Ann', 'Bob'].map((name) => guest(name)),
  )) as [Guest, Guest, Guest, Guest]
  await grantAdmin(queen.handle)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/pending')).status()).toBe(200)
  const words = `Rude words of ${bob.handle}`
  const { id } = await createPost(bob, words)
  const data = { targetType: 'post', targetId: id, reason: 'harassment' }
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await ann.context.request.post('/api/reports', { data, headers })).status()).toBe(201)

  await knight.page.goto('/settings')
  const dashboard = knight.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Dashboard/ })
  await expect(dashboard).toHaveCount(0)
  await queen.page.goto('/admin')
  await queen.page.getByLabel('Search by handle, display name or email').fill(knight.handle)
  await queen.page.getByRole('button', { name: `Make @${knight.handle} a moderator` }).click()
  await queen.page.getByRole('button', { name: 'Make a moderator', exact: true }).click()
  await expect(toast(queen.page)).toContainText('Moderator made')
  await expect(queen.page.getByRole('row').filter({ hasText: knight.handle })).toContainText('Moderator')
  await expect(dashboard).toContainText(/\d+\+? waiting reports?/)

  const { page } = knight
  await dashboard.click()
  await expect(page.getByRole('heading', { name: 'Moderation' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(tabs).toHaveText([/^Posts/, /^Reports/, /^Review queue/])
  const row = page.getByRole('row').filter({ hasText: words })
  await row.getByRole('button', { name: /^Resolve/ }).click()
  await expect(toast(page)).toContainText('Report updated')
  await expect(row).toContainText('resolved')
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)

  await queen.page.getByRole('button', { name: `Remove @${knight.handle} as moderator` }).click()
  await expect(toast(queen.page).filter({ hasText: 'Moderator no longer' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(dashboard).toHaveCount(0)
})
