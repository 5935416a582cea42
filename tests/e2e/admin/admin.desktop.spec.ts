import type { Page } from 'playwright/test'
import { createPost } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { isDrawn, photo, publish } from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

// Two admins, a reporter and the reported person.
let king: Guest
let queen: Guest
let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ;[king, queen, ann, bob] = (await Promise.all(
    ['King', 'Queen', 'Ann', 'Bob'].map((name) => guest(name)),
  )) as [Guest, Guest, Guest, Guest]
  for (const { handle, page } of [king, queen]) {
    await grantAdmin(handle)
    await expect.poll(async () => (await page.request.get('/api/admin/stats')).status()).toBe(200)
  }
})

const headers = { 'sec-fetch-site': 'same-origin' }
const report = (targetType: string, targetId: string, details: string) =>
  ann.context.request.post('/api/reports', {
    data: { targetType, targetId, reason: 'harassment', details },
    headers,
  })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const said = async (page: Page, words: string) => {
  await expect(toast(page)).toContainText(words)
  await toast(page).getByRole('button', { name: 'Close' }).click()
}

test('a report raises the badge on every open dashboard; one admin decides it, the other gets the appeal', async () => {
  const words = `Rude words of ${bob.handle}`
  const post = await publish(bob, words, await photo(), { altText: 'A rude duck', nsfw: true })
  await queen.page.goto('/admin')
  await king.page.goto('/admin?tab=reports')
  await expect(king.page.getByTestId('admin-page')).toBeVisible()
  await bob.page.goto('/notifications')
  await ann.page.goto('/notifications')
  const badge = queen.page.getByRole('link', { name: /Reports/ })
  const waiting = async () => Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0] ?? 0)
  const before = await waiting()
  await report('post', post.id, 'Look at this')
  await expect(row(king.page, words)).toContainText('pending')
  await expect.poll(waiting).toBe(before + 1)

  await row(king.page, words)
    .getByRole('button', { name: /^Look at/ })
    .click()
  const dialog = king.page.getByRole('dialog')
  await expect(dialog).toContainText('still there')
  await expect(dialog.getByRole('img', { name: 'A rude duck' })).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Sensitive content/ }).click()
  await expect.poll(() => isDrawn(dialog.getByRole('img', { name: 'A rude duck' }))).toBe(true)
  await dialog.getByRole('radio', { name: 'Remove content' }).check()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await said(king.page, 'Report updated')
  await expect(row(king.page, words)).toContainText('resolved')
  await expect(row(king.page, words).getByRole('button', { name: 'Resolve' })).toBeDisabled()
  await expect.poll(waiting).toBe(before)
  await expect(ann.page.getByText('Your report of a post was right: the post is gone.')).toBeVisible()

  await bob.page.getByRole('link', { name: /Your post was removed for harassment/ }).click()
  await bob.page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(bob.page.getByText('Please tell us why we were wrong.')).toBeVisible()
  await bob.page.getByLabel('Why were we wrong?').fill('It was about my own bathroom.')
  await bob.page.getByRole('button', { name: 'Send appeal' }).click()
  await said(bob.page, 'Appeal sent')
  await expect(bob.page.getByText(/We have your appeal/)).toBeVisible()

  await badge.click()
  await queen.page.getByText(/^Appeals \(\d+\)$/).click()
  const appeal = queen.page.locator('.rf-card').filter({ hasText: words })
  await expect(appeal).toContainText('It was about my own bathroom.')
  await appeal.getByRole('button', { name: 'Reverse' }).click()
  await said(queen.page, 'Report updated')
  await expect(appeal).toHaveCount(0)
  await bob.page.goto(`/p/${post.id}`)
  await expect(bob.page.getByText(words).first()).toBeVisible()
  await queen.page.goto('/admin?tab=audit')
  await expect(row(queen.page, 'Reversed a decision').first()).toContainText(`@${queen.handle}`)
})

test('a suspended person can read but not write; a banned person is logged out at once', async () => {
  await report('user', bob.id, `About ${bob.handle}`)
  await bob.page.goto('/compose')
  await king.page.goto('/admin?tab=reports')
  const decide = async (what: string) => {
    await row(king.page, bob.handle)
      .getByRole('button', { name: /^Look at/ })
      .click()
    await king.page.getByRole('radio', { name: what }).check()
    await king.page.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
    await said(king.page, 'Report updated')
  }
  await decide('Suspend')
  await bob.page.getByPlaceholder('Top Crap Talk').first().fill('Still here')
  await bob.page
    .getByRole('button', { name: /Flush it/ })
    .first()
    .click()
  await expect(toast(bob.page)).toContainText(
    /You are suspended until .* UTC\. Until then you can read, but not write\./,
  )
  await decide('Ban')
  await expect(bob.page).toHaveURL(/\/login/)
  await expect(toast(bob.page)).toContainText('This account has been banned')
})

test('rows change in both dashboards at once: admin rights, an NSFW mark, a deletion', async () => {
  const words = `Marked words of ${bob.handle}`
  await createPost(bob, words)
  await queen.page.goto('/admin')
  await king.page.goto('/admin')
  for (const { page } of [king, queen])
    await page.getByLabel('Search by handle, display name or email').fill(bob.handle)
  await expect(row(king.page, king.handle)).toHaveCount(0)
  const crown = (page: Page) => page.getByRole('switch', { name: `@${bob.handle} is an admin` })
  await crown(king.page).click()
  await king.page.getByRole('button', { name: 'Crown' }).click()
  await said(king.page, 'Admin status updated')
  await expect(crown(queen.page)).toBeChecked()
  await crown(queen.page).click()
  await said(queen.page, 'Admin status updated')
  await expect(crown(king.page)).not.toBeChecked()
  await king.page.getByLabel('Search by handle, display name or email').fill(king.handle)
  await expect(king.page.getByRole('switch', { name: `@${king.handle} is an admin` })).toBeDisabled()
  await expect(king.page.getByRole('button', { name: `Delete @${king.handle}` })).toBeDisabled()

  await king.page.getByRole('link', { name: 'Posts', exact: true }).click()
  await queen.page.getByRole('link', { name: 'Posts', exact: true }).click()
  const marked = (page: Page) => row(page, words).getByRole('switch')
  await marked(king.page).click()
  await said(king.page, 'NSFW status updated')
  await expect(marked(queen.page)).toBeChecked()
  await row(queen.page, words)
    .getByRole('button', { name: /^Delete the post/ })
    .click()
  await queen.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await said(queen.page, 'Post deleted')
  await expect(row(king.page, words)).toHaveCount(0)

  await king.page.getByRole('link', { name: 'Users', exact: true }).click()
  await king.page.getByLabel('Search by handle, display name or email').fill(ann.handle)
  // The rows move while the list is narrowed.
  await expect(row(king.page, king.handle)).toHaveCount(0)
  await king.page.getByRole('button', { name: `Delete @${ann.handle}` }).click()
  await king.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await said(king.page, 'User deleted')
  await expect(king.page.getByText('No users found')).toBeVisible()
})

test('the token of an appeal is removed from the address at once, and the page can be reloaded', async ({
  page,
}) => {
  const path = '/appeal/0123456789abcdef01234567'
  const asksWithToken = () =>
    page.waitForRequest(
      (request) =>
        request.url().includes('/api/moderation/cases/') && request.url().includes('token=a-made-up-token'),
    )
  await Promise.all([asksWithToken(), page.goto(`${path}?token=a-made-up-token`)])
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await Promise.all([asksWithToken(), page.reload()])
  await expect(page.getByRole('heading', { name: 'No such decision' })).toBeVisible()
})
