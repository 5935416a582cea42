import type { Page } from 'playwright/test'
import { befriend } from '#tests/e2e/support/calls.ts'
import { isDrawn, photo } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
async function write(page: Page, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill(words)
  await field.press('Enter')
}
/** What a screen reader is told of the thread. */
const spoken = (page: Page) => page.locator('.s-thread-body > [aria-live=polite]')
async function openMenu(page: Page, words: string): Promise<void> {
  const bubble = thread(page).locator('.s-bubble-row').filter({ hasText: words })
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Message options' }).click()
}
const about = (page: Page) => page.getByRole('heading', { name: 'Night shift' }).getByRole('button').click()

test('[L49] [L51] [L52] three people make, write, search, picture, read and leave a group; a link brings in a fourth', async ({
  guest,
}) => {
  const [ann, bob, cat, dan] = [
    await guest('Ann'),
    await guest('Bob'),
    await guest('Cat'),
    await guest('Dan'),
  ]
  await befriend(ann, bob)
  await befriend(ann, cat)
  for (const { page } of [ann, bob, cat]) await page.goto('/messages')

  await ann.page.getByRole('button', { name: 'New group' }).click()
  await ann.page.getByRole('textbox', { name: 'Name' }).fill('Night shift')
  // Other tests have people of these names.
  for (const [name, { handle }] of Object.entries({ Bob: bob, Cat: cat })) {
    await ann.page.getByRole('searchbox', { name: 'Search for people' }).fill(handle)
    await ann.page.getByRole('button', { name: `Choose ${name}` }).click()
  }
  await ann.page.getByRole('button', { name: 'Call the meeting' }).click()
  await expect(ann.page).toHaveURL(/conversation=/)
  await expect(thread(ann.page)).toContainText('You called the stall meeting "Night shift"')

  for (const { page } of [bob, cat])
    await list(page)
      .getByRole('link', { name: /Night shift/ })
      .click()
  await write(ann.page, `Who has the key, @${bob.handle}?`)
  await expect(thread(bob.page)).toContainText('Who has the key')
  await expect(thread(bob.page).locator('.s-bubble-author span').last()).toHaveText('Ann')
  await expect(ann.page.getByRole('button', { name: 'Read by 2' })).toBeVisible()
  await ann.page.getByRole('button', { name: 'Read by 2' }).click()
  await expect(ann.page.getByRole('dialog')).toContainText('Cat')
  await ann.page.keyboard.press('Escape')

  // A message of the list alone.
  await cat.page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await write(bob.page, 'It is under the mat')
  await cat.page.goto('/messages')
  await expect(list(cat.page).getByRole('link', { name: /Night shift/ })).toContainText(
    'Bob: It is under the mat',
  )
  await expect(list(cat.page).getByRole('link', { name: /Night shift/ })).toContainText('1')
  await write(bob.page, 'Or was')
  await expect(list(cat.page).getByRole('link', { name: /Night shift/ })).toContainText('Bob: Or was')

  // Any message of one's own tells who has read it, while that changes.
  await write(ann.page, 'Found it')
  await expect(ann.page.getByRole('button', { name: 'Read by 1' })).toBeVisible()
  await openMenu(ann.page, 'Who has the key')
  await expect(ann.page.getByRole('menuitem', { name: 'Read by 2' })).toBeVisible()
  await ann.page.keyboard.press('Escape')
  await openMenu(ann.page, 'Found it')
  await ann.page.getByRole('menuitem', { name: 'Read by 1' }).click()
  const readers = ann.page.getByRole('dialog', { name: 'Who has read it' })
  await expect(readers.getByRole('listitem')).toHaveText([/Bob/])
  await list(cat.page)
    .getByRole('link', { name: /Night shift/ })
    .click()
  await expect(readers.getByRole('listitem')).toHaveText([/Bob/, /Cat/])
  await ann.page.keyboard.press('Escape')

  // A search names who wrote in the group.
  await ann.page.getByRole('searchbox', { name: 'Search conversations' }).fill('mat')
  const result = ann.page.getByRole('region', { name: 'Messages found' }).getByRole('link')
  await expect(result).toContainText('Bob: It is under the mat')
  await result.click()
  await ann.page.getByRole('searchbox', { name: 'Search conversations' }).fill('')

  // The menu of mentions offers the members first.
  const field = ann.page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('@')
  await expect(ann.page.getByRole('listbox', { name: 'People' })).toContainText('Cat')
  await field.fill('')

  await about(ann.page)
  await ann.page.getByRole('button', { name: 'Invitation link' }).click()
  const link = await ann.page
    .getByLabel('Invitation link', { exact: true })
    .filter({ hasText: 'join=' })
    .textContent()
  await ann.page.keyboard.press('Escape')
  await dan.page.goto(new URL(link!).pathname + new URL(link!).search)
  await expect(dan.page.getByText('A stall meeting with 3 people')).toBeVisible()
  await dan.page.getByRole('button', { name: 'Join' }).click()
  await expect(thread(dan.page)).toContainText('came in by the link')
  await expect(thread(dan.page)).not.toContainText('Who has the key')
  await expect(thread(ann.page)).toContainText('Dan came in by the link')
  await expect(spoken(ann.page)).toHaveText('Dan came in by the link')

  await about(ann.page)
  // Its field for the name waits: on a phone the keyboard would cover the members.
  await expect(ann.page.getByRole('dialog')).toBeFocused()
  const chooser = ann.page.waitForEvent('filechooser')
  await ann.page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await chooser).setFiles(await photo())
  await ann.page
    .getByRole('dialog', { name: 'Crop the picture' })
    .getByRole('button', { name: 'Use picture' })
    .click()
  await expect(spoken(cat.page)).toHaveText('Ann changed the picture')
  const face = list(cat.page)
    .getByRole('link', { name: /Night shift/ })
    .locator('img')
  await expect.poll(() => isDrawn(face)).toBe(true)
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(face).toHaveCount(0)
  await ann.page.keyboard.press('Escape')

  await about(bob.page)
  await bob.page.getByRole('button', { name: 'Leave' }).click()
  await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(list(bob.page)).not.toContainText('Night shift')
  await expect(thread(ann.page)).toContainText('Bob flushed and left')
  await expect(spoken(ann.page)).toHaveText('Bob flushed and left')

  // Whoever is shown out sees nothing of it any more, without a reload.
  await about(ann.page)
  await ann.page.getByRole('button', { name: 'Options for Dan' }).click()
  await ann.page.getByRole('menuitem', { name: 'Remove from group' }).click()
  await expect(dan.page.getByText('Select a conversation')).toBeVisible()
  await expect(list(dan.page)).not.toContainText('Night shift')
})
