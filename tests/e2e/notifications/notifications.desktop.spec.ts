import type { Page } from 'playwright/test'
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

test('notifications of follows, reactions, comments, mentions and messages arrive live', async () => {
  const drop = await post(ann, 'A decree for the notifications')
  await call(ann, `/users/${bob.id}/follow`)
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
  await callByName(25)
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
  await callByName(22)
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

test('notifications of one kind about one post are one row, which says what was said, live', async ({
  guest,
}) => {
  const cat = await guest('Cat')
  const drop = await post(ann, 'A decree about the towels')
  await call(bob, `/posts/${drop.id}/comments`, { text: 'Seconded.' })
  await ann.page.goto('/notifications')
  const rows = ann.page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('Bob commented on your post')).toBeVisible()
  await expect(rows.getByText('“Seconded.”')).toBeVisible()
  const said = await (await call(cat, `/posts/${drop.id}/comments`, { text: 'Thirded.' })).json()
  await expect(rows.getByText('Cat and Bob commented on your post')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await cat.context.request.patch(`/api/comments/${said.id}`, { data: { text: 'Fourthed.' } })
  await expect(rows.getByText('“Fourthed.”')).toBeVisible()
  await cat.context.request.delete(`/api/comments/${said.id}`)
  await expect(rows.getByText('Bob commented on your post')).toBeVisible()
  await expect(rows.getByText('“Seconded.”')).toBeVisible()
  await call(bob, `/posts/${drop.id}/react`, { emoji: '💩' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first().getByText('💩', { exact: true })).toBeVisible()
  await rows.last().getByRole('checkbox').check()
  await ann.page.getByRole('button', { name: 'Mark 1 as read' }).click()
  await expect(rows).toHaveCount(1)
  await expect(ann.page.getByRole('region', { name: 'Earlier' }).getByRole('listitem')).toHaveCount(1)
})

test('[L67] what is taken back or deleted leaves the list and the badge of every page', async () => {
  const drop = await post(ann, 'A decree to be reacted to')
  const pages = [ann.page, await ann.context.newPage()]
  for (const page of pages) await page.goto('/notifications')
  await call(bob, `/posts/${drop.id}/react`, { emoji: '💩' })
  await post(bob, `All hail @${ann.handle}`)
  const mention = await (await call(bob, '/posts', { text: `Hail @${ann.handle} once more` })).json()
  const link = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Activity/ })
  for (const page of pages) await expect(link(page)).toHaveText(/3 unread notifications$/)
  await call(bob, `/posts/${drop.id}/react`, { emoji: '💩' })
  await bob.context.request.delete(`/api/posts/${mention.id}`)
  for (const page of pages) {
    await expect(link(page)).toHaveText(/1 unread notification$/)
    await expect(page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')).toHaveCount(1)
  }
})

test('each notification of a group can be selected by itself', async ({ guest }) => {
  const cat = await guest('Cat')
  const drop = await post(ann, 'A decree about the soap')
  for (const who of [bob, cat, bob]) await call(who, `/posts/${drop.id}/comments`, { text: 'Soap!' })
  const { page } = ann
  await page.goto('/notifications')
  const fresh = page.getByRole('region', { name: 'New notifications' })
  await fresh.getByRole('button', { name: 'Show the 3 notifications' }).click()
  const rows = fresh.getByRole('list', { name: / commented on your post$/ }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await rows.nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark 1 as read' }).click()
  await expect(rows).toHaveCount(2)
  await expect(
    page.getByRole('region', { name: 'Earlier' }).getByText('Cat commented on your post'),
  ).toBeVisible()
})

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

test('Mentions shows what calls one by name, and keeps what is new to that list', async () => {
  const drop = await post(ann, 'A decree')
  await call(bob, `/posts/${drop.id}/comments`, { text: 'Not by name.' })
  await post(bob, `All hail @${ann.handle}`)
  const { page } = ann
  await page.goto('/notifications')
  const rows = page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: 'Mentions' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText(`All hail @${ann.handle}`)).toBeVisible()
  await call(bob, `/posts/${drop.id}/react`, { emoji: '💩' })
  await post(bob, `And again @${ann.handle}`)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByRole('button', { name: 'Mark 2 as read' }).click()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(rows).toHaveCount(2)
})

test('with "Read when seen", what was on the screen is read and stays in its place', async () => {
  const drop = await post(ann, 'A decree to be seen')
  await call(bob, `/posts/${drop.id}/comments`, { text: 'Seen.' })
  const { page } = ann
  await ann.context.request.patch('/api/users/me/notifications', { data: { readWhenSeen: true } })
  await page.goto('/notifications')
  const rows = page.getByRole('region', { name: 'New notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  const unread = async () =>
    (await (await ann.context.request.get('/api/notifications/unread-count')).json()).count
  await expect.poll(unread).toBe(0)
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('checkbox')).toHaveCount(0)
  await call(bob, `/posts/${drop.id}/comments`, { text: 'Seen as well.' })
  await expect(rows.getByText('“Seen as well.”')).toBeVisible()
  await expect.poll(unread).toBe(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Earlier' }).getByRole('listitem')).toHaveCount(1)
})

test('Activity opens its notifications while some are unread, and the form otherwise', async () => {
  const { page } = ann
  await page.goto('/activity')
  await expect(page.getByPlaceholder('Top Crap Talk 💩')).toBeVisible()
  await call(bob, `/users/${ann.id}/follow`)
  await expect(page.getByRole('link', { name: /Activity.*1 unread/ })).toBeVisible()
  await expect(page.getByPlaceholder('Top Crap Talk 💩'), 'the form stays while it is used').toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: /Activity/ }).click()
  await expect(
    page.getByRole('list', { name: 'Notifications' }).getByText('Bob started following you'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Post', exact: true }).click()
  await expect(page.getByPlaceholder('Top Crap Talk 💩')).toBeVisible()
})
