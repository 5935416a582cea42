import type { Page } from 'playwright/test'
import { befriend, follow, message, readNotifications } from '#tests/e2e/support/calls.ts'
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

test('a message appears on the other side at once, in every tab', async () => {
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  await write(ann.page, 'Is anybody in there?')
  await expect(thread(bob.page)).toContainText('Is anybody in there?')
  const secondTab = await bob.context.newPage()
  await secondTab.goto(bob.page.url())
  await expect(thread(secondTab)).toContainText('Is anybody in there?')
  await write(ann.page, 'I heard a flush.')
  await expect(thread(bob.page)).toContainText('I heard a flush.')
  await expect(thread(secondTab)).toContainText('I heard a flush.')
})

test('the input keeps its focus while the first message creates the conversation', async () => {
  await openThread(ann.page, bob)
  await ann.page.getByPlaceholder('Write a message').pressSequentially('one')
  await ann.page.keyboard.press('Enter')
  await ann.page.keyboard.type('two')
  await expect(ann.page).toHaveURL(/conversation=/)
  await ann.page.keyboard.press('Enter')
  await expect(thread(ann.page)).toContainText('two')
  await expect(ann.page.getByText('Message sent')).toHaveCount(0)
})

test('unread counts rise while nobody reads, and fall in all tabs when the thread is read', async () => {
  await bob.page.goto('/messages')
  const secondTab = await bob.context.newPage()
  await secondTab.goto('/messages')
  await openThread(ann.page, bob)
  await write(ann.page, 'one')
  await write(ann.page, 'two')
  const row = (page: Page) =>
    page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: /Ann/ })
  await expect(row(bob.page)).toContainText('2')
  await expect(row(secondTab)).toContainText('2')
  await row(bob.page).click()
  await expect(thread(bob.page)).toContainText('two')
  await expect(row(secondTab)).not.toContainText('unread')
  await expect(ann.page.getByText(/· Read$/)).toBeVisible()
})

test('dots show while the other writes, and the sender sees what was sent', async () => {
  // Typing is shown only to people whom the writer follows or has answered (LIVE L22).
  await follow(bob, ann)
  await openThread(ann.page, bob)
  await write(ann.page, 'hello')
  await openThread(bob.page, ann)
  await expect(thread(bob.page)).toContainText('hello')
  await bob.page.getByPlaceholder('Write a message').pressSequentially('I am ty')
  const dots = ann.page.getByText('Bob is typing')
  await expect(dots).toBeAttached()
  // A sent message ends the dots, and the next key shows them again without a pause.
  await bob.page.keyboard.press('Enter')
  await expect(thread(ann.page)).toContainText('I am ty')
  await expect(dots).toHaveCount(0)
  await bob.page.keyboard.press('x')
  await expect(dots).toBeAttached()
})

test('every message has its time: below the last of a group, on hover and focus beside the others', async () => {
  await openThread(ann.page, bob)
  await write(ann.page, 'first of two')
  await write(ann.page, 'second of two')
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
})

test('L7: what is written without a network arrives once and in order when it comes back', async () => {
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  await write(ann.page, 'before the flood')
  await expect(thread(bob.page)).toContainText('before the flood')
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
})

test('a draft survives a reload, belongs to its conversation, and marks its row while another is open', async () => {
  await openThread(ann.page, bob)
  await ann.page.getByPlaceholder('Write a message').fill('half a thou')
  await ann.page.reload()
  await expect(ann.page.getByPlaceholder('Write a message')).toHaveValue('half a thou')
  await write(ann.page, 'a whole thought')
  const row = ann.page
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('link', { name: bob.handle })
  await ann.page.getByPlaceholder('Write a message').fill('half a thou')
  await expect(row).toContainText('You: a whole thought')
  await ann.page.goto('/messages')
  await expect(row).toContainText('Draft: half a thou')
  await row.click()
  await expect(ann.page.getByPlaceholder('Write a message')).toHaveValue('half a thou')
  await expect(row).toContainText('You: a whole thought')
})

test('a muted conversation makes no notification, in every tab, until it is unmuted', async () => {
  await openThread(ann.page, bob)
  await write(ann.page, 'hello')
  const row = (page: Page) =>
    page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: ann.handle })
  const options = async (entry: string) => {
    await bob.page.getByRole('button', { name: 'Conversation options' }).click()
    await bob.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  await openThread(bob.page, ann)
  await expect(thread(bob.page)).toContainText('hello')
  await options('Mute: Always')
  await expect(toast(bob.page)).toContainText('Conversation muted')
  const secondTab = await bob.context.newPage()
  await secondTab.goto('/messages')
  await expect(row(secondTab)).toContainText('Muted')
  await readNotifications(bob)
  await expect(secondTab).not.toHaveTitle(/^\(/)
  await bob.page.goto('/')
  await write(ann.page, 'unheard')
  await expect(row(secondTab)).toContainText('unheard')
  await expect(row(secondTab)).toContainText('1 unread message')
  await expect(secondTab).not.toHaveTitle(/^\(/)

  await openThread(bob.page, ann)
  await options('Unmute')
  await expect(row(secondTab)).not.toContainText('Muted')
  await bob.page.goto('/')
  await write(ann.page, 'heard')
  await expect(secondTab).toHaveTitle(/^\(1\)/)
})

test('a conversation marked as unread is left, counts 1 in every tab, and is read when it is opened', async () => {
  await message(ann, bob, 'hello')
  await openThread(bob.page, ann)
  await expect(thread(bob.page)).toContainText('hello')
  const secondTab = await bob.context.newPage()
  await secondTab.goto('/messages')
  const row = (page: Page) =>
    page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: ann.handle })
  await expect(row(secondTab)).toContainText('hello')
  await expect(row(secondTab)).not.toContainText('unread')
  await bob.page.getByRole('button', { name: 'Conversation options' }).click()
  await bob.page.getByRole('menuitem', { name: 'Mark as unread' }).click()
  await expect(thread(bob.page)).toHaveCount(0)
  for (const page of [bob.page, secondTab]) await expect(row(page)).toContainText('1 unread message')
  await row(bob.page).click()
  await expect(thread(bob.page)).toContainText('hello')
  for (const page of [bob.page, secondTab]) await expect(row(page)).not.toContainText('unread')
})

test('a conversation is archived and pinned from its row, in every tab at once, and a message brings it back', async ({
  guest,
}) => {
  const cat = await guest('Cat')
  await befriend(bob, cat)
  await message(ann, bob, 'hello from Ann')
  await message(cat, bob, 'hello from Cat')
  const secondTab = await bob.context.newPage()
  const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
  const rows = (page: Page) => list(page).getByRole('listitem')
  const options = async (page: Page, who: Guest, entry: string) => {
    await rows(page).filter({ hasText: who.handle }).hover()
    await rows(page)
      .filter({ hasText: who.handle })
      .getByRole('button', { name: /^Options of/ })
      .click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  for (const page of [bob.page, secondTab]) {
    await page.goto('/messages')
    await expect(rows(page)).toHaveText([/hello from Cat/, /hello from Ann/])
  }
  await options(bob.page, ann, 'Pin')
  for (const page of [bob.page, secondTab]) await expect(rows(page)).toHaveText([/Ann.*Pinned/, /Cat/])
  await options(bob.page, cat, 'Archive')
  await expect(toast(bob.page)).toContainText('Conversation archived')
  for (const page of [bob.page, secondTab]) await expect(rows(page)).toHaveText([/hello from Ann/])

  await list(secondTab).getByRole('link', { name: 'Archived' }).click()
  await expect(rows(secondTab)).toHaveText([/hello from Cat/])
  await list(secondTab).getByRole('searchbox', { name: 'Search conversations' }).fill('nobody')
  await expect(list(secondTab)).toContainText('Nobody by that name is archived.')
  await list(secondTab).getByRole('searchbox', { name: 'Search conversations' }).fill(cat.handle)
  await rows(secondTab).getByRole('link').click()
  await expect(thread(secondTab)).toContainText('hello from Cat')
  await expect(list(secondTab)).toContainText('All conversations')

  await message(cat, bob, 'are you hiding me?')
  await expect(rows(bob.page)).toHaveText([/hello from Ann/, /are you hiding me/])
  await expect(list(secondTab)).toContainText('Nothing in the cistern')
  await expect(list(bob.page).getByRole('link', { name: 'Archived' })).toHaveCount(0)
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

test('who switches off read receipts shows no more of them, on open pages at once', async () => {
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  await write(ann.page, 'have you read this?')
  await expect(ann.page.getByText(/· Read$/)).toBeVisible()
  const settings = await bob.context.newPage()
  await settings.goto('/privacy-settings')
  await settings.getByRole('switch', { name: 'Read receipts' }).click()
  await expect(toast(settings)).toContainText('Settings Updated')
  await expect(ann.page.getByText(/· Sent$/)).toBeVisible()
  await write(ann.page, 'and this?')
  await expect(thread(bob.page)).toContainText('and this?')
  await settings.getByRole('switch', { name: 'Read receipts' }).click()
  await expect(ann.page.getByText(/· Read$/)).toBeVisible()
})

test('a deleted message disappears on both sides', async () => {
  await openThread(ann.page, bob)
  await write(ann.page, 'regrettable')
  await openThread(bob.page, ann)
  await expect(thread(bob.page)).toContainText('regrettable')
  await choose(ann.page, 'regrettable', 'Delete message')
  // The offer stays while it is hovered.
  await toast(ann.page).getByRole('button', { name: 'Undo' }).hover()
  await expect(thread(bob.page)).toContainText('Message deleted')
  await expect(thread(ann.page)).toContainText('Message deleted')
  await expect(thread(bob.page)).not.toContainText('regrettable')

  // Courtesy Flush: it comes back, for both.
  await toast(ann.page).getByRole('button', { name: 'Undo' }).click()
  await expect(thread(bob.page)).toContainText('regrettable')
  await expect(thread(ann.page)).toContainText('regrettable')
  await expect(thread(bob.page)).not.toContainText('Message deleted')
})

test('a message just sent is taken back without a trace, and its words return to the field', async () => {
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
  await write(ann.page, 'the first words')
  for (const { page } of [ann, bob]) await expect(list(page)).toContainText('the first words')
  await thread(ann.page).getByRole('button', { name: 'Undo' }).click()
  // Nothing was said yet, so there is nothing to list.
  for (const { page } of [ann, bob]) await expect(list(page).getByRole('link', { name: '@' })).toHaveCount(0)
  await ann.page.getByPlaceholder('Write a message').fill('')

  await write(ann.page, 'before the slip')
  await expect(thread(bob.page)).toContainText('before the slip')
  await write(ann.page, 'a slip of the thumb')
  const slip = thread(ann.page).locator('.s-bubble-row').filter({ hasText: 'a slip of the thumb' })
  await slip.getByRole('button', { name: 'Undo' }).click()
  await expect(ann.page.getByPlaceholder('Write a message')).toHaveValue('a slip of the thumb')
  for (const { page } of [ann, bob]) {
    await expect(thread(page)).not.toContainText('a slip of the thumb')
    await expect(thread(page)).toContainText('before the slip')
    await expect(thread(page).getByText('Message deleted')).toHaveCount(0)
    await expect(list(page)).toContainText('before the slip')
  }
  // The next one follows without a gap.
  await ann.page.getByPlaceholder('Write a message').fill('')
  await write(ann.page, 'what I meant')
  await expect(thread(bob.page)).toContainText('what I meant')
  await bob.page.reload()
  await expect(thread(bob.page)).toContainText('what I meant')
  await expect(thread(bob.page)).not.toContainText('a slip of the thumb')
})

test('with a full storage a message is still sent, and its text stays in the field until the server has it', async () => {
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  await write(ann.page, 'while there was room')
  await expect(thread(bob.page)).toContainText('while there was room')
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

test('a reply shows what it answers, leads to it, and follows its deletion', async () => {
  await openThread(ann.page, bob)
  await write(ann.page, 'Who took the last roll?')
  await openThread(bob.page, ann)
  await choose(bob.page, 'Who took the last roll?', 'Reply')
  const chosen = bob.page.locator('form', { has: bob.page.getByPlaceholder('Write a message') })
  await expect(chosen).toContainText('Who took the last roll?')
  await expect(bob.page.getByPlaceholder('Write a message')).toBeFocused()
  await bob.page.getByRole('button', { name: 'Cancel the reply' }).click()
  await expect(chosen).not.toContainText('Who took')

  await choose(bob.page, 'Who took the last roll?', 'Reply')
  await expect(chosen).toContainText('Who took the last roll?')
  await write(bob.page, 'The duke did.')
  await expect(chosen).not.toContainText('Who took')
  const quote = (page: Page) => thread(page).getByRole('button', { name: /^In reply to/ })
  await expect(quote(ann.page)).toHaveAccessibleName('In reply to You: Who took the last roll?')
  await expect(quote(bob.page)).toHaveAccessibleName('In reply to Ann: Who took the last roll?')
  await write(bob.page, '💩')
  await quote(ann.page).click()
  await expect(thread(ann.page).getByRole('listitem').filter({ hasText: 'Who took' }).first()).toBeFocused()

  await bob.context.grantPermissions(['clipboard-write'])
  await choose(bob.page, 'The duke did.', 'Copy text')
  await expect(toast(bob.page)).toContainText('Message copied')
  await choose(ann.page, 'Who took the last roll?', 'Delete message')
  for (const page of [ann.page, bob.page]) await expect(quote(page)).toContainText('Message deleted')
})

test('a reply to a message from long ago shows its words, and leads there', async () => {
  await message(ann, bob, 'In the beginning was the throne')
  for (let nth = 2; nth <= 70; nth += 1) await message(ann, bob, `Line ${nth}`)
  await message(bob, ann, 'I remember', { replyTo: 1 })
  await openThread(ann.page, bob)
  const quote = thread(ann.page).getByRole('button', { name: /^In reply to/ })
  await expect(quote).toHaveAccessibleName('In reply to You: In the beginning was the throne')
  await quote.click()
  const first = thread(ann.page).getByRole('listitem').filter({ hasText: 'In the beginning' })
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
})
