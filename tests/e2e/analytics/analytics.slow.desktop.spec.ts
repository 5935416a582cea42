import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { recordShifts, shiftSoFar } from '#tests/e2e/support/layout-shift.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// The report, its filters, funnels and shared links are tested in report.slow.desktop.spec.ts: they are fetched again every
// five seconds.
test('an admin sees page views and devices move as others browse', async ({ guest }) => {
  const queen = await guest('Queen')
  const ann = await guest('Ann')
  await grantAdmin(queen)
  await ann.context.request.put('/api/user/privacy-settings', { data: { analyticsConsent: true } })
  await queen.page.goto('/admin?tab=analytics')
  await expect(queen.page.getByTestId('admin-page')).toBeVisible()
  const views = queen.page.getByText('Page Views').locator('..').getByTestId('figure')
  await expect(views).toBeVisible()
  const before = Number((await views.textContent())!.replace(/\D/g, ''))
  // Who leaves a page before it has told of itself is not counted.
  for (const [at, path] of ['/notifications', '/messages', `/u/${ann.handle}`].entries()) {
    await ann.page.goto(path)
    await expect
      .poll(async () => Number((await views.textContent())!.replace(/\D/g, '')))
      .toBeGreaterThan(before + at)
  }
  await expect(queen.page.getByText('Desktop')).toBeVisible()
  await expect(queen.page.getByText('Somebody from somewhere looks at a profile').first()).toBeVisible()
  await expect(
    queen.page.getByRole('img', { name: /Page views of the last 30 minutes: [1-9]/ }),
  ).toBeVisible()
})

test('nothing on the screen moves when the report of the figures comes late', async ({ guest }) => {
  const queen = await guest('Queen')
  await grantAdmin(queen)
  const { page } = queen
  await recordShifts(page)
  const { promise: wanted, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/analytics/report?*', async (route) => {
    await wanted
    await route.continue()
  })
  await page.goto('/analytics')
  await expect(page.getByText('Most Active Users')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Top Pages' })).toBeVisible()
  expect(await shiftSoFar(page)).toBeLessThan(0.01)
})
