import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('on a phone an article is written and previewed in one column, with the buttons in sight', async ({
  guest,
}) => {
  const king = await guest('King')
  await grantAdmin(king)
  await king.page.goto('/blog-admin/decree')
  const content = king.page.getByLabel('Content', { exact: false })
  const issue = king.page.getByRole('button', { name: 'Save draft' })
  await expect(issue).toBeInViewport({ ratio: 1 })
  await content.fill(Array.from({ length: 60 }, (_, line) => `Line **${line + 1}**`).join('\n\n'))
  await expect(issue).toBeInViewport({ ratio: 1 })
  await king.page.getByRole('tab', { name: 'Preview' }).click()
  await expect(content).toHaveCount(0)
  await expect(king.page.locator('strong').getByText('60', { exact: true })).toBeVisible()
  await expect(issue).toBeInViewport({ ratio: 1 })
  await king.page.getByRole('tab', { name: 'Write' }).click()
  await expect(content).toHaveValue(/Line \*\*60\*\*$/)
  const width = await king.page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
})
