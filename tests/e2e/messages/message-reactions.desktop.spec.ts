import type { Page } from 'playwright/test'
import { befriend, message, reactToMessage } from '#tests/e2e/support/calls.ts'
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
const chips = (page: Page, words: string) =>
  bubble(page, words).getByRole('group', { name: 'Reactions' }).getByRole('button')
const ofFive = (page: Page, name: string) =>
  page.getByRole('menuitemcheckbox', { name: `React with ${name}`, exact: true })

test('any other emoji is found by keys alone, and the focus returns to the message', async () => {
  await message(bob, ann, 'Who broke the handle?')
  await openThread(ann.page, bob)
  const { page } = ann
  const button = bubble(page, 'handle').getByRole('button', { name: 'Message options' })
  await button.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(ofFive(page, 'poo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(ofFive(page, 'red heart')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'React with another emoji' })).toBeFocused()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'React with an emoji' })
  await expect(picker.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
  await page.keyboard.type('plunger')
  await expect(picker.getByRole('gridcell', { selected: true })).toHaveAccessibleName('Plunger')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveCount(0)
  await expect(chips(page, 'handle')).toHaveAccessibleName('🪠 from you')
  await expect(button).toBeFocused()
})

test('a reaction to the newest message keeps it in view', async () => {
  for (let nth = 1; nth <= 20; nth += 1) await message(ann, bob, `Line ${nth} of the song`)
  const last = await message(ann, bob, 'And flush')
  await openThread(ann.page, bob)
  await expect(bubble(ann.page, 'And flush')).toBeInViewport()
  await reactToMessage(bob, last, '👑')
  await expect(chips(ann.page, 'And flush')).toBeInViewport({ ratio: 1 })
})
