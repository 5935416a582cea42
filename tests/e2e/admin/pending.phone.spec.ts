import { createPost } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test("a phone's menu leads admins to the dashboard and shows how many reports wait", async ({ guest }) => {
  const [queen, ann] = await Promise.all([guest('Queen'), guest('Ann')])
  await grantAdmin(queen.handle)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/pending')).status()).toBe(200)
  const { id } = await createPost(ann, `Rude words of ${ann.handle}`)
  // The admin reports it, so the count is never 0 here.
  const reply = await queen.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: id, reason: 'harassment' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(reply.status()).toBe(201)
  await queen.page.goto('/settings')
  await expect(queen.page.locator('.s-phone-header')).toContainText(/\d+\+? waiting reports?/)
  await queen.page.getByRole('button', { name: 'Menu' }).click()
  await queen.page.getByRole('menuitem', { name: /^Dashboard \d+\+? waiting reports?/ }).click()
  await expect(queen.page).toHaveURL(/\/admin$/)
  await expect(queen.page.getByTestId('admin-page')).toBeVisible()
})

test('the tables of the dashboard are cards on a phone, and nothing scrolls sideways', async ({ guest }) => {
  const [queen, ann] = await Promise.all([guest('Queen'), guest('Ann')])
  await grantAdmin(queen.handle)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/pending')).status()).toBe(200)
  await createPost(ann, `${'Many words '.repeat(20)} of ${ann.handle}`)
  const { page } = queen
  for (const [tab, row] of [
    ['users', ann.handle],
    ['posts', 'Many words'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`)
    const frame = page.getByRole('region', { name: tab === 'users' ? 'Users' : 'Posts' })
    await expect(frame.getByRole('row').filter({ hasText: row }).first()).toBeVisible()
    const { width, inner } = await frame.evaluate(({ clientWidth, scrollWidth }) => ({
      width: clientWidth,
      inner: scrollWidth,
    }))
    expect(inner).toBe(width)
  }
})
