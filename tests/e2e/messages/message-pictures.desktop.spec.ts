import type { Locator, Page } from 'playwright/test'
import { befriend } from '#tests/e2e/support/calls.ts'
import { attach, coloured, dropFile, isDrawn } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const field = (page: Page) => page.getByPlaceholder('Write a message')
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const draft = (page: Page) => page.getByRole('list', { name: 'Photos of this draft' }).getByRole('listitem')
const form = (page: Page, title: string) => page.getByRole('dialog', { name: title })
/** Opens the form of a picture and closes it again. */
async function inForm(page: Page, at: number, act: (form: Locator) => Promise<void>): Promise<void> {
  const photos = await draft(page).count()
  await draft(page).nth(at).getByRole('button', { name: 'Alt text of' }).click()
  const dialog = form(page, `Photo ${at + 1} of ${photos}`)
  await act(dialog)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const describe = (page: Page, at: number, words: string) =>
  inForm(page, at, (dialog) => dialog.getByRole('textbox', { name: 'Alt text' }).fill(words))
const hasWords = (page: Page, at: number, words: string) =>
  inForm(page, at, (dialog) => expect(dialog.getByRole('textbox', { name: 'Alt text' })).toHaveValue(words))
const frame = (page: Page) => thread(page).locator('.s-pictures')

test('four photos of a message are chosen, dropped and pasted, survive a reload, and are browsed by both', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { page } = ann
  await bob.page.goto(`/messages?user=${ann.id}`)
  await page.goto(`/messages?user=${bob.id}`)
  await attach(page, await coloured('one.png', '#1f618d'), await coloured('two.png', '#d35400'))
  await expect(draft(page)).toHaveCount(2)
  await dropFile(field(page), await coloured('three.png', '#196f3d'))
  await expect(draft(page)).toHaveCount(3)
  await dropFile(field(page), await coloured('four.png', '#7d3c98'), 'paste')
  await expect(draft(page)).toHaveCount(4)
  await attach(page, await coloured('five.png', '#000000'))
  await expect(toast(page)).toContainText('You can add up to four pictures.')
  await describe(page, 0, 'Blue')
  await describe(page, 3, 'Violet')
  await draft(page).nth(3).getByRole('button', { name: 'Alt text of' }).press('Enter')
  await form(page, 'Photo 4 of 4').getByRole('button', { name: 'Move forward' }).press('Enter')
  await expect(form(page, 'Photo 3 of 4').getByRole('button', { name: 'Move forward' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(draft(page).nth(2).getByRole('button', { name: 'Alt text of' })).toBeFocused()

  // The draft is kept, with its order and its words.
  await page.reload()
  await expect(draft(page)).toHaveCount(4)
  await hasWords(page, 0, 'Blue')
  await hasWords(page, 2, 'Violet')
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect(draft(page)).toHaveCount(3)

  // Sent without a connection, it waits in the outbox, also over a reload.
  await page.route('**/api/messages', (route) => route.abort())
  await field(page).fill('A gallery')
  await send(page).click()
  await expect(draft(page)).toHaveCount(0)
  await expect(thread(page)).toContainText('A gallery')
  await expect(thread(page)).toContainText('Waiting for the connection')
  await expect(frame(page).getByRole('button')).toHaveCount(3)
  await page.unroute('**/api/messages')
  await page.reload()
  await expect(page.getByText(/· (Sent|Read)$/)).toBeVisible()

  for (const { page: one } of [ann, bob]) {
    const buttons = frame(one).getByRole('button')
    await expect(buttons).toHaveCount(3)
    await expect(buttons.nth(0)).toHaveAccessibleName('Enlarge photo 1 of 3: Blue')
    await expect(buttons.nth(1)).toHaveAccessibleName('Enlarge photo 2 of 3: Violet')
    await expect(buttons.nth(2)).toHaveAccessibleName('Enlarge photo 3 of 3')
    const { width, height } = (await frame(one).boundingBox())!
    expect(width / height).toBeCloseTo(1.5, 1)
    for (const at of [0, 1, 2]) await expect.poll(() => isDrawn(buttons.nth(at).locator('img'))).toBe(true)
  }
  await frame(bob.page).getByRole('button').nth(0).click()
  const lightbox = bob.page.getByRole('dialog', { name: 'Enlarged photo' })
  await expect(lightbox.getByText('Blue')).toBeVisible()
  await bob.page.keyboard.press('ArrowRight')
  await expect(lightbox.getByText('Violet')).toBeVisible()
  await bob.page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
})
