import { createPost } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test("a phone's menu leads admins to the dashboard and shows how many reports wait; its tables are cards, and nothing scrolls sideways", async ({
  guest,
}) => {
  const [queen, ann] = await Promise.all([guest('Queen'), guest('Ann')])
  await grantAdmin(queen)
  const { id } = await createPost(ann, `${'Many words '.repeat(20)} of ${ann.handle}`)
  // The admin reports it, so the count is never 0 here.
  const reply = await queen.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: id, reason: 'harassment' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(reply.status()).toBe(201)
  const { page } = queen
  await page.goto('/settings')
  await expect(page.locator('.s-phone-header')).toContainText(/\d+\+? waiting reports?/)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: /^Dashboard \d+\+? waiting reports?/ }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByTestId('admin-page')).toBeVisible()
  for (const [tab, row] of [
    ['Users', ann.handle],
    ['Posts', 'Many words'],
  ] as const) {
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: tab, exact: true })
      .click()
    const frame = page.getByRole('region', { name: tab })
    await expect(frame.getByRole('row').filter({ hasText: row }).first()).toBeVisible()
    const { width, inner } = await frame.evaluate(({ clientWidth, scrollWidth }) => ({
      width: clientWidth,
      inner: scrollWidth,
    }))
    expect(inner).toBe(width)
  }
})
