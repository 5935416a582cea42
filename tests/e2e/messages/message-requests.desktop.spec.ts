import type { Page } from 'playwright/test'
import { LIMITS } from '#contract/limits.ts'
import { message } from '#tests/e2e/support/calls.ts'
import { attach, photo } from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const shelfLink = (page: Page) => page.getByRole('link', { name: /^Requests/ })
const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
const row = (page: Page, { handle }: Guest) => list(page).getByRole('link', { name: `@${handle}` })
const write = async (page: Page, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text)
  await page.keyboard.press('Enter')
  await expect(thread(page)).toContainText(text)
}

test('[L37] a stranger waits in the shelf, is read without a trace, and joins the list in every tab', async () => {
  const other = await ann.context.newPage()
  for (const page of [ann.page, other]) {
    await page.goto('/messages')
    await expect(page.getByText('No messages yet')).toBeVisible()
  }
  await bob.page.goto(`/messages?user=${ann.id}`)
  await write(bob.page, 'We have not been introduced.')

  await expect(shelfLink(ann.page)).toHaveText(/Requests\s*1/)
  await expect(ann.page.getByRole('list', { name: 'Newest request' })).toContainText(bob.handle)
  await expect(ann.page.getByRole('navigation', { name: 'Main' }).getByText(/unread message/)).toHaveCount(0)
  await shelfLink(ann.page).click()
  await row(ann.page, bob).click()
  await expect(thread(ann.page)).toContainText('We have not been introduced.')
  await expect
    .poll(async () => {
      const answer = await ann.context.request.get('/api/messages/requests')
      return ((await answer.json()) as { unreadCount: number }[])[0]?.unreadCount
    })
    .toBe(0)
  await expect(bob.page.getByText(/· Sent$/)).toBeVisible()

  await ann.page.getByRole('button', { name: 'Accept' }).click()
  await expect(ann.page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expect(row(other, bob)).toBeVisible()
  await expect(shelfLink(other)).toHaveCount(0)
  await expect(bob.page.getByText(/· Read$/)).toBeVisible()
  await write(bob.page, 'Much obliged.')
  await expect(thread(ann.page)).toContainText('Much obliged.')
})

test('[L37] an answer accepts, and pictures of a stranger are shown from then on', async () => {
  await bob.page.goto(`/messages?user=${ann.id}`)
  await attach(bob.page, await photo())
  await bob.page.getByRole('textbox', { name: 'Alt text' }).fill('The throne')
  await bob.page.getByRole('button', { name: 'Send message' }).click()
  await expect(bob.page).toHaveURL(/conversation=/)
  await ann.page.goto('/messages?requests=all')
  await row(ann.page, bob).click()
  await expect(thread(ann.page).getByText('A photo, shown once you accept')).toBeVisible()
  await expect(thread(ann.page).locator('img')).toHaveCount(0)
  await write(ann.page, 'Go on, show me.')
  await expect(thread(ann.page).getByRole('img', { name: 'The throne' })).toBeVisible()
  await ann.page.getByRole('link', { name: 'All conversations' }).click()
  await expect(row(ann.page, bob)).toBeVisible()
})

test('[L37] a declined request is gone in every tab, and its sender sees nothing of it', async () => {
  await message(bob, ann, 'Psst')
  const other = await ann.context.newPage()
  await other.goto('/messages?requests=all')
  await expect(row(other, bob)).toBeVisible()
  await ann.page.goto('/messages?requests=all')
  await row(ann.page, bob).click()
  await ann.page.getByRole('button', { name: 'Decline' }).click()
  await expect(toast(ann.page).getByText('Request declined', { exact: true })).toBeVisible()
  for (const page of [ann.page, other]) await expect(page.getByText('Nobody is waiting')).toBeVisible()

  await bob.page.goto(`/messages?user=${ann.id}`)
  await write(bob.page, 'Are you there?')
  await expect(bob.page.getByText(/· Sent$/)).toBeVisible()
  await ann.page.reload()
  await expect(ann.page.getByText('Nobody is waiting')).toBeVisible()
  await ann.page.goto(`/messages?user=${bob.id}`)
  await expect(ann.page.getByText('You have declined this request.')).toBeVisible()
  await write(ann.page, 'I changed my mind.')
  await expect(row(ann.page, bob)).toBeVisible()
})

test('[L37] a stranger has room for some messages and reads why there are no more', async () => {
  for (let nth = 1; nth < LIMITS.requestMessages; nth += 1) await message(bob, ann, `Knock ${nth}`)
  await bob.page.goto(`/messages?user=${ann.id}`)
  await write(bob.page, 'The last knock')
  await expect(
    bob.page.getByText('They have not answered yet. You can write more when they answer.'),
  ).toBeVisible()
  await message(ann, bob, 'Come in.')
  await write(bob.page, 'At last.')
})

test('[L37] a stranger is blocked from the request, which leaves the shelf', async () => {
  await message(bob, ann, 'Psst')
  await ann.page.goto('/messages?requests=all')
  await row(ann.page, bob).click()
  await ann.page.getByRole('button', { name: 'Block' }).click()
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(ann.page.getByText('Nobody is waiting')).toBeVisible()
})
