import type { Page } from 'playwright/test'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  await befriend(ann, bob)
})

const openThread = (page: Page, other: Guest) => page.goto(`/messages?user=${other.id}`)
const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const bubble = (page: Page, words: string) => thread(page).locator('.s-bubble-row').filter({ hasText: words })
const field = (page: Page) => page.getByRole('textbox', { name: 'Edit message' })
const composer = (page: Page) => page.getByPlaceholder('Write a message')
const edited = (page: Page, words: string) =>
  bubble(page, words).getByRole('button', { name: 'edited, show the edit history' })

async function chooseEdit(page: Page, words: string): Promise<void> {
  await bubble(page, words).hover()
  await bubble(page, words).getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Edit message' }).click()
  await expect(field(page)).toBeFocused()
}

test('[L33] an edit shows for both at once, and both read what the message said before', async () => {
  await message(ann, bob, 'The kimg is in')
  await openThread(ann.page, bob)
  await openThread(bob.page, ann)
  await expect(bubble(bob.page, 'The kimg is in')).toBeVisible()
  await chooseEdit(ann.page, 'The kimg is in')
  await field(ann.page).fill('The king is in')
  await ann.page.keyboard.press('Enter')
  await expect(field(ann.page)).toHaveCount(0)
  await expect(composer(ann.page)).toBeFocused()
  for (const { page } of [ann, bob]) {
    await expect(bubble(page, 'The king is in')).toBeVisible()
    await expect(bubble(page, 'The kimg is in')).toHaveCount(0)
    await edited(page, 'The king is in').click()
    const history = page.getByRole('dialog', { name: 'Edit history' })
    await expect(history.getByRole('listitem')).toHaveCount(2)
    await expect(history.getByRole('listitem').first()).toContainText('The king is in')
    await expect(history.getByRole('listitem').last()).toContainText('The kimg is in')
    await page.keyboard.press('Escape')
    await expect(history).toHaveCount(0)
  }
  await expect(bob.page.getByRole('complementary', { name: 'Conversations' })).toContainText('The king is in')
})

test('Escape ends an edit, and the draft is there again', async () => {
  await message(ann, bob, 'Leave me as I am')
  const { page } = ann
  await openThread(page, bob)
  await composer(page).fill('Half a thought')
  await chooseEdit(page, 'Leave me as I am')
  await expect(composer(page)).toBeHidden()
  await field(page).fill('Something else')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Half a thought')
  await expect(composer(page)).toBeFocused()
  await expect(bubble(page, 'Leave me as I am')).toBeVisible()
  await expect(edited(page, 'Leave me as I am')).toHaveCount(0)
})
