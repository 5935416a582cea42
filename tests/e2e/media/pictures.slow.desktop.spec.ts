import type { Locator, Page } from 'playwright/test'
import { card, follow } from '#tests/e2e/support/calls.ts'
import { attach, coloured, dropFile, isDrawn } from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { PICKED_FILES, storedText } from '#tests/e2e/support/stored-text.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const text = (page: Page) => page.getByRole('textbox', { name: 'What have you been brewing?' })
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })
const rows = (page: Page) => page.getByRole('list', { name: 'Photos of this draft' }).getByRole('listitem')
const altIn = (row: Locator) => row.getByRole('textbox', { name: 'Alt text' })

/** Drags a photo over the place of another one, without the drop. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [
    await rows(page).nth(from).locator('.s-draft-thumb').boundingBox(),
    await rows(page).nth(to).locator('.s-draft-thumb').boundingBox(),
  ]
  const x = start!.x + start!.width / 2
  await page.mouse.move(x, start!.y + start!.height / 2)
  await page.mouse.down()
  // To the far edge: an upload that ends meanwhile makes its row a little lower.
  const beyond = (Math.sign(to - from) * end!.height) / 2
  await page.mouse.move(x, end!.y + end!.height / 2 + beyond, { steps: 5 })
}

/** The names of the picked files, in their order, as the browser has stored it. */
async function storedOrder(page: Page): Promise<string[]> {
  const kept = JSON.parse(await page.evaluate(storedText, PICKED_FILES)) as {
    upload?: { name: string; order: number }
  }[]
  return kept
    .flatMap(({ upload }) => upload ?? [])
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name)
}

test('four photos, in an order of their own, appear live in one frame and are browsed enlarged', async () => {
  const { page } = ann
  await follow(bob, ann)
  await bob.page.goto('/?tab=following')
  await page.goto('/compose')
  await attach(page, await coloured('one.png', '#1f618d'), await coloured('two.png', '#d35400'))
  await expect(rows(page)).toHaveCount(2)
  await dropFile(text(page), await coloured('three.png', '#196f3d'))
  await expect(rows(page)).toHaveCount(3)
  await altIn(rows(page).nth(2)).fill('Green')
  await altIn(rows(page).nth(0)).fill('Blue')

  // By keyboard: the focus stays with the photo, and its place is said.
  await page.getByRole('button', { name: 'Move photo 3 up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 2 up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 1 down' })).toBeFocused()
  await expect(page.getByText('Photo 1 of 3')).toBeAttached()
  await expect(altIn(rows(page).nth(0))).toHaveValue('Green')

  // By mouse: the others make room, Escape ends it, and the drop changes the order.
  await drag(page, 0, 2)
  await expect(rows(page).nth(0)).toHaveClass(/s-draft-dragged/)
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(0)).not.toHaveClass(/s-draft-dragged/)
  await page.mouse.up()
  await expect(altIn(rows(page).nth(0))).toHaveValue('Green')
  await drag(page, 0, 2)
  await page.mouse.up()
  await expect(altIn(rows(page).nth(2))).toHaveValue('Green')
  await expect(page.getByText('Photo 3 of 3')).toBeAttached()
  await drag(page, 2, 0)
  await page.mouse.up()
  await expect(altIn(rows(page).nth(0))).toHaveValue('Green')
  await expect(altIn(rows(page).nth(1))).toHaveValue('Blue')

  // The draft is kept, with all of it. The browser stores the order a moment after it has changed.
  await expect.poll(() => storedOrder(page)).toEqual(['three.png', 'one.png', 'two.png'])
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await expect(altIn(rows(page).nth(0))).toHaveValue('Green')
  await expect(altIn(rows(page).nth(1))).toHaveValue('Blue')
  await attach(page, await coloured('four.png', '#7d3c98'), await coloured('five.png', '#000000'))
  await expect(toast(page)).toContainText('You can add up to four pictures.')
  await expect(rows(page)).toHaveCount(4)
  await text(page).fill(`A gallery of ${ann.handle}`)
  await flush(page).click()
  await expect(page).toHaveURL('/')

  await bob.page.getByRole('button', { name: /new drop/ }).click()
  const seen = card(bob.page, `A gallery of ${ann.handle}`)
  const frame = seen.locator('.s-pictures')
  const { width, height } = (await frame.boundingBox())!
  expect(width / height).toBeCloseTo(1.5, 1)
  await expect(frame.getByRole('button')).toHaveText(['', '', '', ''])
  await expect(frame.getByRole('button').nth(0)).toHaveAccessibleName('Enlarge photo 1 of 4: Green')
  await expect(frame.getByRole('button').nth(3)).toHaveAccessibleName('Enlarge photo 4 of 4')
  for (const picture of await frame.locator('.s-media-photo').all())
    await expect.poll(() => isDrawn(picture)).toBe(true)
  await frame.getByRole('button').nth(0).click()
  const box = bob.page.getByRole('dialog', { name: 'Enlarged photo' })
  const shows = (alt: string) => expect(box.locator('.yarl__slide_current').getByText(alt)).toBeVisible()
  await shows('Green')
  await bob.page.keyboard.press('ArrowRight')
  await shows('Blue')
})
