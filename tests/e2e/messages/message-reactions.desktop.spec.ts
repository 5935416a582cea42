import type { Page } from 'playwright/test'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const bubble = (page: Page, words: string) => thread(page).locator('.s-bubble-row').filter({ hasText: words })
const chips = (page: Page, words: string) =>
  bubble(page, words).getByRole('group', { name: 'Reactions' }).getByRole('button')
const ofFive = (page: Page, name: string) =>
  page.getByRole('menuitemcheckbox', { name: `React with ${name}`, exact: true })

test('any other emoji is found by keys alone, and the focus returns to the message; after an edit it returns to the draft', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await message(bob, ann, 'Who broke the handle?')
  const { page } = ann
  await page.goto(`/messages?user=${bob.id}`)
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

  // An edit that ends, by Escape or saved, gives the draft and the focus back.
  await message(ann, bob, 'Leave me as I am')
  const composer = page.getByPlaceholder('Write a message')
  await composer.fill('Half a thought')
  await bubble(page, 'Leave me').hover()
  await bubble(page, 'Leave me').getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Edit message' }).click()
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
  await expect(composer).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('Half a thought')
  await bubble(page, 'Leave me').hover()
  await bubble(page, 'Leave me').getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Change me then')
  await page.keyboard.press('Enter')
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('Half a thought')
  await expect(bubble(page, 'Change me then')).toBeVisible()
})
