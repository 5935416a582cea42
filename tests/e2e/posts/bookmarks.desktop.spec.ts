import type { Page } from 'playwright/test'
import { card, createPost } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const choose = async (page: Page, text: string, entry: string) => {
  await card(page, text).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test("a kept post is on one's other pages at once, and leaves them with the bookmark or the post", async ({
  guest,
}) => {
  const ann = await guest('Ann')
  const bob = await guest('Bob')
  const [first, second] = [`First of ${ann.handle}`, `Second of ${ann.handle}`]
  await createPost(ann, first)
  const { id } = await createPost(ann, second)
  const list = await bob.context.newPage()
  await list.goto('/')
  await list.getByRole('link', { name: 'Kept for later' }).click()
  await expect(list.getByText('Nothing kept yet')).toBeVisible()
  await bob.page.goto(`/u/${ann.handle}`)

  await choose(bob.page, first, 'Keep for later')
  await expect(toast(bob.page)).toContainText('Kept for later')
  await expect(card(list, first)).toBeVisible()
  await choose(bob.page, second, 'Keep for later')
  await expect(list.getByRole('article')).toHaveText([new RegExp(second), new RegExp(first)])
  await list.reload()
  await expect(list.getByRole('article')).toHaveText([new RegExp(second), new RegExp(first)])
  // Somebody else keeps nothing by it.
  expect(await (await ann.page.request.get('/api/bookmarks')).json()).toEqual([])

  await choose(list, first, 'Remove from Kept')
  await expect(card(list, first)).toHaveCount(0)
  // The menu on the other page knows.
  await card(bob.page, first).getByRole('button', { name: 'Post options' }).click()
  await expect(bob.page.getByRole('menuitem', { name: 'Keep for later' })).toBeVisible()
  await bob.page.keyboard.press('Escape')
  await ann.page.goto(`/p/${id}`)
  await ann.page.request.delete(`/api/posts/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } })
  await list.reload()
  await expect(list.getByText('Nothing kept yet')).toBeVisible()
})
