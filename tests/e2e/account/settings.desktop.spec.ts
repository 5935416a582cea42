import { expect, test } from '#tests/e2e/support/test.ts'

test('on a small phone with large letters no word is broken beside its switch', async ({ guest }) => {
  const { page } = await guest('Ann')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/settings?section=notifications')
  const words = page.getByText('Followers', { exact: true })
  await expect(words).toBeVisible()
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  expect(await words.evaluate((label) => label.getClientRects().length)).toBe(1)
})
