import type { Page } from 'playwright/test'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { isDrawn, photo, publish } from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const said = async (page: Page, words: string) => {
  await expect(toast(page)).toContainText(words)
  await toast(page).getByRole('button', { name: 'Close' }).click()
}

/** The figures are one strip, and rows are as high as a finger is wide. */
async function looksRight(page: Page, { handle }: Guest): Promise<void> {
  const strip = page.getByRole('region', { name: 'Summary' })
  expect((await strip.boundingBox())?.height).toBe(65)
  const search = page.getByLabel('Search by handle, display name or email')
  await search.fill(handle)
  await expect(page.getByRole('row')).toHaveCount(2)
  const person = row(page, `@${handle}`)
  await expect(page.getByRole('columnheader', { name: 'Last seen' })).toBeVisible()
  await expect(person).toContainText('Active')
  // With the line above it.
  expect((await person.boundingBox())?.height).toBeLessThanOrEqual(45)
  await search.fill('')
}

// The rules of the dashboard are tested in tests/pages/admin and tests/pages/moderation.
test('a report raises the badge on every open dashboard; one admin decides it, the other gets the appeal', async ({
  guest,
}) => {
  const [king, queen, ann, bob] = (await Promise.all(
    ['King', 'Queen', 'Ann', 'Bob'].map((name) => guest(name)),
  )) as [Guest, Guest, Guest, Guest]
  for (const admin of [king, queen]) await grantAdmin(admin)
  const words = `Rude words of ${bob.handle}`
  const post = await publish(bob, words, await photo(), { altText: 'A rude duck', nsfw: true })
  await queen.page.goto('/admin')
  await looksRight(queen.page, bob)
  await king.page.goto('/admin?tab=reports')
  await expect(king.page.getByTestId('admin-page')).toBeVisible()
  await bob.page.goto('/notifications')
  await ann.page.goto('/notifications')
  const badge = queen.page.getByRole('link', { name: /Reports/ })
  const waiting = async () => Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0] ?? 0)
  const before = await waiting()
  await ann.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: post.id, reason: 'harassment', details: 'Look at this' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
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
