import type { Page } from 'playwright/test'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  await befriend(ann, bob)
})

const openThread = (page: Page, other: Guest) => page.goto(`/messages?user=${other.id}`)
const write = async (page: Page, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text)
  await page.keyboard.press('Enter')
}
/** Chooses from the menu of a message. */
async function choose(page: Page, words: string, entry: string): Promise<void> {
  const bubble = thread(page).locator('.s-bubble-row').filter({ hasText: words }).first()
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })

test('what one writes is counted, read and answered by the other in every tab, with times, marks and dots; without a network it arrives once and in order, also with a full storage', async () => {
  const secondTab = await bob.context.newPage()
  for (const page of [bob.page, secondTab]) await page.goto('/messages')
  await openThread(ann.page, bob)
  await write(ann.page, 'first of two')
  await write(ann.page, 'second of two')

  // Every message has its time: below the last of a group, on hover and focus beside the others.
  await expect(thread(ann.page)).toContainText(/second of two.*Sent/)
  const bubble = (text: string) => thread(ann.page).locator('.s-bubble-row').filter({ hasText: text })
  const hidden = bubble('first of two').locator('time')
  await expect(bubble('second of two').locator('time')).toHaveText(/^\d\d:\d\d · Sent$/)
  await expect(hidden).toHaveText(/^\d\d:\d\d$/)
  await expect(hidden).toHaveCSS('opacity', '0')
  await bubble('first of two').getByText('first of two').hover()
  await expect(hidden).toHaveCSS('opacity', '1')
  await ann.page.mouse.move(0, 0)
  await expect(hidden).toHaveCSS('opacity', '0')
  await bubble('first of two').getByRole('button', { name: 'Message options' }).focus()
  await expect(hidden).toHaveCSS('opacity', '1')

  const row = (page: Page) =>
    page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: /Ann/ })
  for (const page of [bob.page, secondTab]) await expect(row(page)).toContainText('2')
  await row(bob.page).click()
  await expect(thread(bob.page)).toContainText('second of two')
  await expect(row(secondTab)).not.toContainText('unread')
  await expect(ann.page.getByText(/· Read$/)).toBeVisible()
  await row(secondTab).click()
  await write(ann.page, 'I heard a flush.')
  for (const page of [bob.page, secondTab]) await expect(thread(page)).toContainText('I heard a flush.')

  // Typing is shown only to people whom the writer follows or has answered (LIVE L22).
  await bob.page.getByPlaceholder('Write a message').pressSequentially('I am ty')
  const dots = ann.page.getByText('Bob is typing')
  await expect(dots).toBeAttached()
  // A sent message ends the dots, and the next key shows them again without a pause.
  await bob.page.keyboard.press('Enter')
  for (const page of [ann.page, secondTab]) await expect(thread(page)).toContainText('I am ty')
  await expect(dots).toHaveCount(0)
  await bob.page.keyboard.press('x')
  await expect(dots).toBeAttached()

  await bob.context.grantPermissions(['clipboard-write'])
  await choose(bob.page, 'I heard a flush.', 'Copy text')
  await expect(toast(bob.page)).toContainText('Message copied')

  // L7: what is written without a network arrives once and in order.
  await ann.context.setOffline(true)
  for (const text of ['first in the dark', 'second in the dark', 'third in the dark'])
    await write(ann.page, text)
  await expect(ann.page.getByText('Waiting for the connection').first()).toBeVisible()
  await write(bob.page, 'are you there?')
  await ann.context.setOffline(false)
  await expect(thread(ann.page)).toContainText('are you there?')
  await expect(thread(bob.page)).toContainText('third in the dark')
  const texts = await thread(bob.page).getByText('in the dark').allTextContents()
  expect(texts).toEqual(['first in the dark', 'second in the dark', 'third in the dark'])
  await expect(ann.page.getByText('Waiting for the connection')).toHaveCount(0)

  // With a full storage a message is still sent, and its text stays in the field until the server has it.
  await ann.page.evaluate(() => {
    for (let size = 5_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) localStorage.setItem(`filler-${crypto.randomUUID()}`, 'x'.repeat(size))
      } catch {
        // No room for a piece of this size.
      }
    }
  })
  const field = ann.page.getByPlaceholder('Write a message')
  await write(ann.page, 'kept by nobody')
  await expect(thread(bob.page)).toContainText('kept by nobody')
  await expect(field).toHaveValue('')
  await ann.context.setOffline(true)
  await write(ann.page, 'kept by the field')
  await expect(toast(ann.page).getByText('Your text is still in the field.')).toBeVisible()
  await expect(field).toHaveValue('kept by the field')
  await ann.context.setOffline(false)
  await field.press('Enter')
  await expect(thread(bob.page).getByText('kept by the field')).toHaveCount(1)
  await expect(field).toHaveValue('')
})

test('messages that disappear are announced to both, and leave the thread and the list at their second', async () => {
  await message(ann, bob, 'this stays')
  await bob.page.clock.install()
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  await expect(thread(bob.page)).toContainText('this stays')
  await ann.page.getByRole('button', { name: 'Conversation options' }).click()
  await ann.page.getByRole('menuitem', { name: 'Disappear after 24 hours' }).click()
  await expect(thread(ann.page)).toContainText('You set new messages to disappear after 24 hours')
  await expect(thread(bob.page)).toContainText('set new messages to disappear after 24 hours')
  await expect(bob.page.getByText('gone after 24 hours ·')).toBeVisible()
  await write(ann.page, 'burn this')
  await expect(thread(bob.page)).toContainText('burn this')
  await bob.page.clock.fastForward('24:00:01')
  await expect(thread(bob.page)).not.toContainText('burn this')
  await expect(thread(bob.page)).toContainText('this stays')
  await expect(thread(bob.page)).not.toContainText('deleted')
  const row = bob.page.getByRole('complementary', { name: 'Conversations' }).getByRole('listitem')
  await expect(row).toContainText('Message disappeared')
  await expect(thread(ann.page)).toContainText('burn this')
})
