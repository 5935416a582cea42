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

test('notifications of follows, reactions, comments, mentions and messages arrive live', async () => {
  const drop = await post(ann, 'A decree for the notifications')
  await ann.page.goto('/notifications')
  await expect(ann.page.getByText('No notifications yet')).toBeVisible()
  await call(bob, `/users/${ann.id}/follow`)
  await call(bob, `/posts/${drop.id}/react`, { emoji: '💩' })
  await call(bob, `/posts/${drop.id}/comments`, { text: 'Seconded.' })
  await post(bob, `All hail @${ann.handle}`)
  await call(bob, '/messages', { receiverId: ann.id, content: 'psst' })
  const list = ann.page.getByRole('region', { name: 'New notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list.getByRole('link', { name: /follow/i })).toHaveAttribute('href', `/u/${bob.handle}`)
  await expect(list.getByRole('link', { name: /react/i })).toHaveAttribute('href', `/p/${drop.id}`)
})

test('Select All selects the pages that are not loaded yet as well', async () => {
  const drop = await post(ann, 'A decree with many answers')
  for (let number = 1; number <= 25; number += 1)
    await call(bob, `/posts/${drop.id}/comments`, { text: `Answer ${number}.` })
  const { page } = ann
  await page.goto('/notifications')
  const unread = page.getByRole('region', { name: 'New notifications' })
  await expect(unread.getByRole('listitem')).toHaveCount(20)
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByRole('button', { name: 'Mark 25 as read' }).click()
  await expect(unread).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Load more notifications' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Earlier' }).getByRole('listitem')).toHaveCount(20)
  await expect(unread).toHaveCount(0)
})

test('when the loaded notifications have been read, the next ones move up', async () => {
  const drop = await post(ann, 'A decree with some more answers')
  for (let number = 1; number <= 22; number += 1)
    await call(bob, `/posts/${drop.id}/comments`, { text: `Answer ${number}.` })
  const { page } = ann
  await page.goto('/notifications')
  const rows = page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  for (const row of await rows.all()) await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark 20 as read' }).click()
  await expect(rows).toHaveCount(2)
})

test('notifications read in one tab are read in all tabs', async () => {
  await call(bob, `/users/${ann.id}/follow`)
  const drop = await post(ann, 'Another decree')
  await call(bob, `/posts/${drop.id}/react`, { emoji: '👍' })
  await ann.page.goto('/notifications')
  const secondTab = await ann.context.newPage()
  await secondTab.goto('/notifications')
  await expect(
    secondTab.getByRole('region', { name: 'New notifications' }).getByRole('listitem'),
  ).toHaveCount(2)
  await ann.page.getByRole('button', { name: 'Select All' }).click()
  await ann.page.getByRole('button', { name: 'Mark 2 as read' }).click()
  for (const page of [ann.page, secondTab]) {
    await expect(page.getByRole('region', { name: 'New notifications' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Earlier' }).getByRole('listitem')).toHaveCount(2)
  }
})
