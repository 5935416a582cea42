import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const call = (from: Guest, path: string, data?: object) =>
  from.context.request.post(`/api${path}`, data ? { data } : {})
const post = async (from: Guest, text: string): Promise<{ id: string }> =>
  (await call(from, '/posts', { text })).json()

/** Mentions are not grouped. */
async function callByName(times: number): Promise<void> {
  const drop = await post(bob, 'A decree with many answers')
  for (let number = 1; number <= times; number += 1)
    await call(bob, `/posts/${drop.id}/comments`, { text: `Answer ${number}, @${ann.handle}.` })
}

test('what arrives while the page is scrolled waits, and moves nothing that is being read', async () => {
  await callByName(20)
  const { page } = ann
  await page.goto('/notifications')
  const rows = page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await rows.nth(15).scrollIntoViewIfNeeded()
  const top = () => rows.nth(15).evaluate((row) => row.getBoundingClientRect().top)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const before = await top()
  await call(bob, `/users/${ann.id}/follow`)
  const pill = page.getByRole('button', { name: '1 new notification' })
  await expect(pill).toBeVisible()
  expect(await top()).toBe(before)
  await expect(rows).toHaveCount(20)
  await pill.click()
  await expect(rows).toHaveCount(21)
  await expect(pill).toHaveCount(0)
})
