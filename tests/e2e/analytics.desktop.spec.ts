import { expect, test } from 'playwright/test'
import { grantAdmin } from './support/grant-admin.ts'
import { guest } from './support/people.ts'

test('an admin sees page views and devices move as others browse', async ({ browser, baseURL }) => {
  const queen = await guest(browser, baseURL!, 'Queen')
  const ann = await guest(browser, baseURL!, 'Ann')
  await grantAdmin(queen.handle)
  await ann.page.request.put(`${baseURL!}/api/user/privacy-settings`, { data: { analyticsConsent: true } })
  await queen.page.goto('/admin?tab=analytics')
  await expect(queen.page.getByTestId('admin-page')).toBeVisible()
  const views = queen.page.getByText('Page Views').locator('..').getByTestId('figure')
  await expect(views).toBeVisible()
  const before = Number((await views.textContent())!.replace(/\D/g, ''))
  for (const path of ['/notifications', '/messages', `/u/${ann.handle}`]) await ann.page.goto(path)
  await expect.poll(async () => Number((await views.textContent())!.replace(/\D/g, ''))).toBeGreaterThanOrEqual(before + 3)
  await expect(queen.page.getByText('Desktop')).toBeVisible()
  await queen.context.close()
  await ann.context.close()
})

test('who is not an admin is shown out with a word', async ({ browser, baseURL }) => {
  const ann = await guest(browser, baseURL!, 'Ann')
  await ann.page.goto('/admin')
  await expect(ann.page.getByText('Access Denied', { exact: true })).toBeVisible()
  await expect(ann.page.getByText("You don't have admin privileges.", { exact: true })).toBeVisible()
  await expect(ann.page).toHaveURL(/\/$/)
  await ann.context.close()
})
