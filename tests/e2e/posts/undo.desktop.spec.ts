import type { Page, Request } from 'playwright/test'
import { card, comment, createPost, follow, react } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const remove = async (page: Page, text: string) => {
  await card(page, text).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

/** By itself, or with others (LIVE L7). */
const isReadOfFollowing = (request: Request) =>
  request.url().includes('type=following') || (request.postData()?.includes('type=following') ?? false)

test('[L27] a deleted post leaves every page at once, and Undo brings it back everywhere', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const text = `Second thoughts of ${ann.handle}`
  const [older, newer] = [`Older of ${ann.handle}`, `Newer of ${ann.handle}`]
  await createPost(ann, older)
  const { id } = await createPost(ann, text)
  await createPost(ann, newer)
  await react(bob, id, '💩')
  await comment(bob, id, 'Do not go')
  const [feed, profile, page] = [bob.page, await bob.context.newPage(), await bob.context.newPage()]
  // Other tests write into 'For you'.
  await follow(bob, ann)
  await feed.goto('/?tab=following')
  await profile.goto(`/u/${ann.handle}`)
  await page.goto(`/p/${id}`)
  await ann.page.goto(`/u/${ann.handle}`)
  for (const open of [feed, profile, page, ann.page]) await expect(card(open, text)).toBeVisible()

  await remove(ann.page, text)
  await expect(toast(ann.page)).toContainText('Post deleted')
  await expect(ann.page.getByRole('alertdialog')).toHaveCount(0)
  for (const open of [feed, profile, ann.page]) await expect(card(open, text)).toHaveCount(0)
  await expect(page.getByText('Post not found')).toBeVisible()
  // A page that opens now does not know it.
  const late = await bob.context.newPage()
  // It hears of what comes later. The list is read once more when it is watched, because it has just changed: what that read
  // brings would be at its place at once.
  const readWhileWatched = late
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', {
        predicate: ({ payload }) => payload.toString().includes('"topic":"following"'),
      }),
    )
    .then(() => late.waitForResponse((answer) => isReadOfFollowing(answer.request())))
  await late.goto('/?tab=following')
  await readWhileWatched
  await expect(card(late, newer)).toBeVisible()
  await expect(card(late, text)).toHaveCount(0)

  await ann.page.keyboard.press('F8')
  // The toast itself, then its button.
  await ann.page.keyboard.press('Tab')
  await ann.page.keyboard.press('Tab')
  await expect(toast(ann.page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await ann.page.keyboard.press('Enter')
  await expect(toast(ann.page)).toContainText('Post brought back')
  for (const open of [feed, profile, page, ann.page]) {
    await expect(card(open, text)).toBeVisible()
    await expect(card(open, text).getByRole('button', { name: 'poo, 1' })).toBeVisible()
  }
  await expect(page.getByText('Do not go')).toBeVisible()
  // At its old place; and for who has never seen it, a new one.
  const order = [newer, text, older].map((words) => new RegExp(words))
  for (const open of [profile, ann.page]) await expect(open.getByRole('article')).toHaveText(order)
  await expect(feed.getByRole('button', { name: /new drop/ })).toHaveCount(0)
  await late.getByRole('button', { name: '1 new drop' }).click()
  await expect(card(late, text)).toBeVisible()
})
