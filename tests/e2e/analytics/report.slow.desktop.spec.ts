import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('[L46] [L57] the report follows with the table of its chart, its funnels and the retention; rows filter it, and a link shows it to others until it is ended', async ({
  guest,
  page,
}) => {
  const [queen, ann] = [await guest('Queen'), await guest('Ann')]
  await grantAdmin(queen)
  await ann.context.request.put('/api/user/privacy-settings', { data: { analyticsConsent: true } })
  await ann.page.goto('/messages')
  await queen.page.goto('/analytics?range=today')
  await expect(queen.page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  const figure = (label: string) =>
    queen.page.getByText(label, { exact: true }).locator('..').getByTestId('figure')
  const shown = async (label: string) => Number((await figure(label).textContent())!.replace(/\D/g, ''))
  await expect(figure('Views')).toBeVisible()
  // [L57] A funnel counts from its creation on; its figures and the retention follow without a reload, as the others do.
  await queen.page.getByRole('button', { name: 'New Funnel' }).click()
  const dialog = queen.page.getByRole('dialog', { name: 'New funnel' })
  await dialog.getByLabel('Name').fill('To a first drop')
  await dialog.getByLabel('Page of step 1').fill('/notifications')
  await dialog.getByRole('button', { name: 'Create Funnel' }).click()
  await expect(dialog.getByText('Give a page of this site')).toBeVisible()
  await dialog.getByLabel('Step 2', { exact: true }).selectOption('Event')
  await dialog.getByLabel('Event of step 2').selectOption('post: publish')
  await dialog.getByRole('button', { name: 'Create Funnel' }).click()
  await expect(dialog).toHaveCount(0)
  const steps = queen.page.getByRole('list', { name: 'Steps of To a first drop' })
  await expect(steps.getByRole('listitem')).toHaveText(['1. /notifications 0', '2. post: publish 0'])
  const [had, hadToday] = [await shown('Views'), await shown('Page Views')]
  for (const path of ['/terms', '/notifications']) await ann.page.goto(path)
  await expect.poll(() => shown('Views')).toBeGreaterThan(had)
  await expect.poll(() => shown('Page Views')).toBeGreaterThan(hadToday)
  await expect(steps).toContainText('1. /notifications 1')
  const table = queen.page.getByRole('region', { name: 'Retention by week' })
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText(/^[1-9]\d*\* so far$/)
  await queen.page.getByRole('button', { name: 'Delete To a first drop' }).click()
  await queen.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(steps).toHaveCount(0)
  await queen.page.getByText('Show the figures').click()
  const hour = `${String(new Date().getUTCHours()).padStart(2, '0')}:00`
  await expect(queen.page.getByRole('row', { name: new RegExp(`^${hour} [1-9]`) })).toBeVisible()

  // A click on a row filters, in the address too; Back and the chip lead out again.
  await queen.page.getByRole('button', { name: /^\/terms/ }).click()
  await expect(queen.page).toHaveURL(/range=today&page=%2Fterms/)
  const chip = queen.page.getByRole('button', { name: 'Remove the filter: page /terms' })
  await expect(chip).toBeVisible()
  await expect(queen.page.getByRole('button', { name: /^\/messages/ })).toHaveCount(0)
  await queen.page.reload()
  await chip.click()
  await expect(queen.page).toHaveURL(/range=today$/)
  await queen.page.goBack()
  await expect(chip).toBeVisible()
  await queen.page.getByText('30 min', { exact: true }).click()
  await expect(queen.page).toHaveURL(/range=live&page=%2Fterms/)

  // A visitor with a link sees the same until it is ended.
  await queen.page.getByRole('button', { name: 'Share', exact: true }).click()
  await queen.page.getByLabel('Name').fill('For the board')
  await queen.page.getByRole('button', { name: 'Create Link' }).click()
  const link = await queen.page.getByLabel('Link to send').inputValue()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'For the board' })).toBeVisible()
  await expect(page.getByText('Last 30 minutes, page: /terms')).toBeVisible()
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await queen.page.getByRole('button', { name: 'End link: For the board' }).click()
  await expect(queen.page.getByText('Ended', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('These figures are closed')).toBeVisible()
})
