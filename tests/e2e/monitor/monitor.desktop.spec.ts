import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test('an error appears live in the monitor, is resolved, and comes back as a regression', async ({
  guest,
}) => {
  test.slow()
  const queen = await guest('Queen')
  await grantAdmin(queen.handle)
  const { page } = queen
  await page.goto('/ai-monitor')
  await expect(page.getByText('AI Error Monitor is running.')).toBeVisible()
  const cause = async () => {
    await page.getByRole('tab', { name: 'Test System' }).click()
    await page.getByRole('button', { name: 'Runtime Error' }).click()
    await expect(toast(page)).toContainText('Test error triggered')
    await page.getByRole('tab', { name: 'Recent Errors' }).click()
  }
  const error = page.getByTestId('monitor-error').filter({ hasText: "reading 'seat'" })
  await cause()
  await expect(error).toContainText('HIGH', { timeout: 30_000 })
  await error.getByRole('button', { name: 'Resolve' }).click()
  await expect(error.getByText('Resolved', { exact: true })).toBeVisible()
  await cause()
  await expect(error.getByText('Regression', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(error.getByRole('button', { name: 'Resolve' })).toBeVisible()

  await page.getByRole('tab', { name: 'Manual Actions' }).click()
  await page.getByRole('button', { name: 'Force Health Check' }).click()
  await expect(toast(page)).toContainText('Health check complete')
  await expect(page.getByText('The store answers and takes writes.')).toBeVisible()

  // Errors in browsers are reported in the same way, by anybody.
  await page.getByRole('tab', { name: 'Recent Errors' }).click()
  const ann = await guest('Ann')
  await ann.page.route(/assets\/TermsPage|assets\/LegalPages/, (route) => route.abort())
  await ann.page.goto('/')
  await ann.page.getByRole('link', { name: 'Terms', exact: true }).filter({ visible: true }).first().click()
  await expect(ann.page.getByText('A pipe has burst on this page.')).toBeVisible()
  // Its code is fetched when the pointer comes near: which page was on screen then is a matter of moments.
  await expect(
    page.getByTestId('monitor-error').filter({ hasText: 'dynamically imported module' }),
  ).toContainText('showing ', { timeout: 30_000 })
})
