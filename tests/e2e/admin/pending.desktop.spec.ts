import type { Page } from 'playwright/test'
import type { PendingView } from '#contract/moderation.ts'
import { createPost } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const headers = { 'sec-fetch-site': 'same-origin' }
const counted = async ({ page }: Guest) =>
  ((await (await page.request.get('/api/admin/pending')).json()) as PendingView).reports
/** The number beside 'Dashboard'; 0 without a badge. */
const shown = async (page: Page) => {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Dashboard/ })
  return Number(/\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 0)
}

test("a report raises the count beside 'Dashboard' on another admin's page, and its end lowers it", async ({
  guest,
}) => {
  const [king, queen, ann, bob] = (await Promise.all(
    ['King', 'Queen', 'Ann', 'Bob'].map((name) => guest(name)),
  )) as [Guest, Guest, Guest, Guest]
  for (const { handle, page } of [king, queen]) {
    await grantAdmin(handle)
    await expect.poll(async () => (await page.request.get('/api/admin/pending')).status()).toBe(200)
  }
  // Other tests report things too, so the page is compared with the server's count.
  const agrees = () => expect.poll(async () => (await shown(queen.page)) - (await counted(queen))).toBe(0)
  const words = `Rude words of ${bob.handle}`
  const { id } = await createPost(bob, words)
  await queen.page.goto('/settings')
  await agrees()
  const reply = await ann.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: id, reason: 'harassment' },
    headers,
  })
  expect(reply.status()).toBe(201)
  await expect.poll(() => counted(queen)).toBeGreaterThan(0)
  await agrees()

  await king.page.goto('/admin?tab=reports')
  await king.page
    .getByRole('row')
    .filter({ hasText: words })
    .getByRole('button', { name: /^Resolve/ })
    .click()
  await expect(toast(king.page)).toContainText('Report updated')
  await agrees()

  // A new page has the count in its first HTML.
  const head = await queen.page.request.get('/settings')
  expect(await head.text()).toContain('"pending":{"reports":')
  await expect(ann.page.getByRole('link', { name: /^Dashboard/ })).toHaveCount(0)
})
