import { randomBytes } from 'node:crypto'
import { befriend, comment, createPost, follow, react } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

test('explore lists what trends, follows it live, and filters', async () => {
  const tag = `t${randomBytes(4).toString('hex')}`
  const { page } = ann
  await page.goto('/activity?tab=explore')
  const list = page.getByRole('list', { name: 'Trending hashtags' }).first()
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await page.waitForLoadState('networkidle')
  for (let count = 0; count < 9; count += 1) await createPost(bob, `${count} #${tag}`)
  await expect(list.getByRole('link', { name: `#${tag}` })).toBeVisible({ timeout: 25_000 })
  await page.getByRole('searchbox', { name: 'Filter hashtags' }).fill(`#${tag}`)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link').click()
  await expect(page).toHaveURL(`/search?tag=${tag}`)
})

test('notifications show message, handle, date and an unread dot, and arrive live', async () => {
  const { page } = ann
  const post = await createPost(ann, 'A decree for the hub')
  await page.goto('/activity?tab=notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await react(bob, post.id, '💩')
  const row = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(row).toContainText(`@${bob.handle}`)
  await expect(row).toContainText('now')
  await expect(row.getByText('unread')).toBeAttached()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/p/${post.id}`)
  await page.goto('/activity?tab=notifications')
  await expect(row).toHaveCount(1)
  await expect(row.getByText('unread')).toHaveCount(0)
})

test('messages show the person, the last text and the number of unread ones', async () => {
  const { page } = ann
  await page.goto('/activity?tab=messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await befriend(ann, bob)
  for (const content of ['psst', 'the duck'])
    await bob.context.request.post('/api/messages', { data: { receiverId: ann.id, content } })
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(row).toContainText(bob.name)
  await expect(row).toContainText('the duck')
  await expect(row).toContainText('2')
})

test("a profile's replies, media and likes say when there are none, and show what there is", async () => {
  const { page } = ann
  await page.goto(`/u/${bob.handle}?tab=replies`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await page.getByRole('link', { name: 'Media' }).click()
  await expect(page.getByText('No media posts')).toBeVisible()
  await page.getByRole('link', { name: 'Likes' }).click()
  await expect(page.getByText('No likes yet')).toBeVisible()
  const post = await createPost(ann, 'Answer me this')
  await comment(bob, post.id, 'Answered.')
  await react(bob, post.id, '👍')
  await page.goto(`/u/${bob.handle}?tab=replies`)
  const reply = page.getByRole('feed', { name: `Replies by @${bob.handle}` }).getByRole('article')
  await expect(reply).toContainText('Answered.')
  await expect(reply.getByRole('link', { name: /Answer me this/ })).toHaveAttribute('href', `/p/${post.id}`)
  await page.goto(`/u/${bob.handle}?tab=likes`)
  await expect(page.getByRole('article')).toContainText('Answer me this')
})

test('the counts of a profile open the lists of followers and of people followed', async () => {
  await follow(bob, ann)
  const { page } = ann
  await page.goto(`/u/${ann.handle}`)
  await page.locator('dl').getByRole('link', { name: 'Followers' }).click()
  const people = page.getByRole('list', { name: `Followers of @${ann.handle}` })
  await expect(people.getByRole('link', { name: bob.name })).toBeVisible()
  await people.getByRole('button', { name: 'Follow Bob' }).click()
  await expect(people.getByRole('button', { name: 'Following Bob' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Following' }).click()
  await expect(
    page.getByRole('list', { name: `Followed by @${ann.handle}` }).getByRole('link', { name: bob.name }),
  ).toBeVisible()
})
