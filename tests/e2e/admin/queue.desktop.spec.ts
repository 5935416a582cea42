import { createPost } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { hasShortcuts } from '../support/prepare-pages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

/** An admin with three new reports about one person. */
async function court(guest: (name: string) => Promise<Guest>) {
  const [queen, ann, bob] = await Promise.all([guest('Queen'), guest('Ann'), guest('Bob')])
  await grantAdmin(queen.handle)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/pending')).status()).toBe(200)
  for (const word of ['First', 'Second', 'Third']) {
    const { id } = await createPost(bob, `${word} rude words of ${bob.handle}`)
    const data = { targetType: 'post', targetId: id, reason: 'harassment' }
    const reply = await ann.context.request.post('/api/reports', { data, headers })
    expect(reply.status()).toBe(201)
  }
  return { queen, bob }
}

test('reports are decided by keys: j and k step, o looks, r resolves, d dismisses', async ({ guest }) => {
  const {
    queen: { page },
    bob,
  } = await court(guest)
  await page.goto('/admin?tab=reports')
  const row = (word: string) =>
    page.getByRole('row').filter({ hasText: `${word} rude words of ${bob.handle}` })
  await expect(row('First')).toBeVisible()
  await hasShortcuts(page)
  await row('Third').focus()
  await page.keyboard.press('j')
  // Reports of other tests may come above them, never between them and what is older.
  await expect(row('Second')).toBeFocused()
  await page.keyboard.press('k')
  await expect(row('Third')).toBeFocused()
  await page.keyboard.press('r')
  await expect(toast(page)).toContainText('Report updated')
  await expect(row('Third')).toContainText('resolved')
  await expect(row('Second')).toBeFocused()
  await page.keyboard.press('d')
  await expect(row('Second')).toContainText('dismissed')
  await expect(row('First')).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog')).toContainText('As it was reported')
  await page.keyboard.press('Escape')
  await expect(row('First')).toContainText('pending')
  await expect(
    row('First').getByRole('button', { name: /^Resolve the report .*First rude words/ }),
  ).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Reports' })).toContainText(
    'Dismiss the report',
  )
})

test('the figures are one strip, and rows are as high as a finger is wide', async ({ guest }) => {
  const { queen, bob } = await court(guest)
  const { page } = queen
  await page.goto('/admin')
  const strip = page.getByRole('region', { name: 'Summary' })
  expect((await strip.boundingBox())?.height).toBe(65)
  await page.getByLabel('Search by handle, display name or email').fill(bob.handle)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = page.getByRole('row').filter({ hasText: `@${bob.handle}` })
  await expect(page.getByRole('columnheader', { name: 'Last seen' })).toBeVisible()
  await expect(row).toContainText('Active')
  // With the line above it.
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
})
