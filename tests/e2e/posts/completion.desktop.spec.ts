import type { Page } from 'playwright/test'
import { follow } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const text = (page: Page) => page.getByPlaceholder('Top Crap Talk 💩')
const people = (page: Page) => page.getByRole('listbox', { name: 'People' })
const options = (page: Page) => people(page).getByRole('option')
const typed = (page: Page, words: string) => page.keyboard.type(words)

// What needs no layout is tested in tests/pages/posts/completion.test.ts.
test('the arrows choose and go round, what is chosen is said, Undo takes it back, and axe has no complaint; keys of an input method are left to it; right-to-left text has the list at the right end of the word', async ({
  guest,
}) => {
  const ann = await guest('Ann')
  const [cora, carl, cleo] = [await guest('Cora'), await guest('Carl'), await guest('Cleo')]
  for (const one of [cora, carl, cleo]) await follow(ann, one)
  const { page } = ann
  await page.goto('/compose')
  await text(page).click()
  await typed(page, '@')
  await expect(options(page)).toHaveCount(3)
  const chosen = () => people(page).getByRole('option', { selected: true })
  await expect(chosen()).toContainText('Cleo')
  await expect(page.getByRole('status').filter({ hasText: 'People: 3 to choose from' })).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(chosen()).toContainText('Cora')
  await expect(text(page)).toHaveAttribute('aria-activedescendant', (await chosen().getAttribute('id'))!)
  await expect(text(page)).toHaveAttribute('aria-controls', (await people(page).getAttribute('id'))!)
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen()).toContainText('Carl')
  await page.keyboard.press('Tab')
  await expect(text(page)).toHaveValue(/^@carl_\w+ $/)
  await expect(text(page)).toBeFocused()
  await expect(text(page)).not.toHaveAttribute('aria-controls')
  await page.keyboard.press('Control+z')
  await expect(text(page)).toHaveValue('@')

  // Keys of an input method are left to it.
  await text(page).fill('')
  await typed(page, '@')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'ca', selectionStart: 2, selectionEnd: 2 })
  await expect(options(page).first()).toContainText(carl.handle)
  // Enter ends the composition; it does not choose.
  await text(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await expect(text(page)).toHaveValue('@ca')
  await keyboard.send('Input.insertText', { text: 'ca' })
  await page.keyboard.press('Enter')
  await expect(text(page)).toHaveValue(`@${carl.handle} `)

  await text(page).fill('')
  await typed(page, 'مرحبا بكم في القصر @ca')
  const box = async () => (await people(page).boundingBox())!
  await expect(options(page).first()).toContainText(carl.handle)
  const area = (await text(page).boundingBox())!
  // The text begins at the right; the word is left of it, and the list ends below the word.
  expect((await box()).x + (await box()).width).toBeLessThan(area.x + area.width - 80)
  await page.keyboard.press('Enter')
  await expect(text(page)).toHaveValue(`مرحبا بكم في القصر @${carl.handle} `)
})
