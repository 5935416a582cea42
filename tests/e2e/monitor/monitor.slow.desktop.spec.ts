import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an error of a browser appears live in the monitor; the Sewer Map runs live, goes back in time, and fills the screen', async ({
  guest,
}) => {
  test.slow()
  const queen = await guest('Queen')
  const { page } = queen
  await page.goto('/sewer-map')
  await expect(
    page.getByRole('heading', { name: 'Only the plumbers of the house may see the pipes.' }),
  ).toBeVisible()
  await grantAdmin(queen)
  await page.goto('/ai-monitor')

  // Errors in browsers are reported by anybody. The others of the monitor: tests/pages/monitor.
  const ann = await guest('Ann')
  await ann.page.route(/assets\/TermsPage|assets\/LegalPages/, (route) => route.abort())
  await ann.page.goto('/')
  await ann.page.getByRole('link', { name: 'Terms', exact: true }).filter({ visible: true }).first().click()
  await expect(ann.page.getByText('A pipe has burst on this page.')).toBeVisible()
  // Its code is fetched when the pointer comes near: which page was on screen then is a matter of moments.
  await expect(
    page.getByTestId('monitor-error').filter({ hasText: 'dynamically imported module' }),
  ).toContainText('showing ', { timeout: 30_000 })

  await page.getByRole('link', { name: 'Sewer Map' }).click()
  await expect(page).toHaveTitle(/^Sewer Map - /)

  const pipe = page.getByTestId('pipe').first()
  await expect(pipe).toContainText(/:\d+/)
  for (const figure of [
    'Sockets',
    'Pushes a second',
    'Delivery p50',
    'Event loop',
    'Core',
    'Memory',
    'Store',
  ])
    await expect(pipe.getByText(figure, { exact: true })).toBeVisible()
  await expect(page.getByText('The queue of jobs')).toBeVisible()
  await expect(page.getByTestId('world-map').locator('path')).toHaveAttribute('d', /^M/)

  // It runs: the time of the newest figures goes on by itself, and open pages are counted; other tests have some too.
  const badge = page.getByText(/^Live, /)
  const first = await badge.textContent()
  await expect(badge).not.toHaveText(first!)
  const sockets = page.locator('dl').first().locator('div').filter({ hasText: 'Sockets' }).locator('dd')
  await expect(async () =>
    expect(Number((await sockets.textContent())!.replace(/\D/g, ''))).toBeGreaterThanOrEqual(2),
  ).toPass({ timeout: 30_000 })

  // Longer figures move nothing below them.
  const moved = await page.getByTestId('sewer-map').evaluate((map) => {
    const placeOfMap = () => map.querySelector('[data-testid="world-map"]')!.getBoundingClientRect().top
    const before = placeOfMap()
    for (const figure of map.querySelectorAll('dd')) figure.textContent = '1,234 ms'
    return placeOfMap() - before
  })
  expect(moved).toBe(0)
  await page.reload()

  const slider = page.getByRole('slider', { name: 'Minute' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Now')
  await slider.press('Home')
  await expect(page.getByText('No pipe left a trace')).toBeVisible()
  await expect(badge).toBeHidden()
  await slider.press('End')
  await expect(badge).toBeVisible()
  await slider.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', 'Now')
  await expect(page.getByTestId('pipe').first()).toBeVisible()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expect(badge).toBeVisible()

  await page.getByRole('button', { name: 'Full screen' }).click()
  const leave = page.getByRole('button', { name: 'Leave full screen' })
  await expect(leave).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement?.classList.contains('s-sewer'))).toBe(true)
  await leave.click()
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()

  // The water stands still for people who want less motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const animation = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.s-water')!, '::before').animationName)
  expect(await animation()).toBe('none')
})
