import type { Page } from 'playwright/test'
import { card, createPost, react } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { hasShortcuts } from '#tests/e2e/support/prepare-pages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest
let postId: string
const TEXT = 'The lid of Versailles'

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  postId = (await createPost(ann, `${TEXT} #lid @${ann.handle}`)).id
  await bob.page.goto(`/u/${ann.handle}`)
})

const text = (page: Page) => card(page, TEXT).getByText(TEXT)
/** Left of the reactions, below the picture of the author. */
const onFreeArea = (page: Page, options: { button?: 'middle'; modifiers?: ['Control'] } = {}) =>
  card(page, TEXT).click({ position: { x: 30, y: 80 }, ...options })

test('a click on the text or the free area of a card, Enter and o open the post; a selection, a link, a menu and the comments stay what they are', async () => {
  const { page, context } = bob
  const profile = `/u/${ann.handle}`
  const byKey = (key: string) => async () => {
    await hasShortcuts(page)
    await page.keyboard.press('j')
    await expect(card(page, TEXT)).toBeFocused()
    await page.keyboard.press(key)
  }
  for (const open of [
    () => text(page).click({ position: { x: 5, y: 10 } }),
    () => onFreeArea(page),
    byKey('Enter'),
    byKey('o'),
  ]) {
    await open()
    await expect(page).toHaveURL(`/p/${postId}`)
    await expect(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(profile)
  }

  // The middle button and Ctrl open it in a new tab.
  for (const options of [{ button: 'middle' }, { modifiers: ['Control'] }] as const) {
    const opened = context.waitForEvent('page')
    await onFreeArea(page, options as Parameters<typeof onFreeArea>[1])
    const other = await opened
    await expect(other).toHaveURL(`/p/${postId}`)
    await other.close()
    await expect(page).toHaveURL(profile)
  }

  const { x, y } = (await text(page).boundingBox())!
  await page.mouse.move(x + 4, y + 12)
  await page.mouse.down()
  await page.mouse.move(x + 90, y + 12)
  await page.mouse.up()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).not.toBe('')
  await expect(page).toHaveURL(profile)
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await card(page, TEXT).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByRole('dialog').getByText('What is wrong with it?').click()
  await page.keyboard.press('Escape')
  await card(page, TEXT).getByRole('button', { name: 'Comments' }).click()
  await card(page, TEXT).getByText('No comments yet.').click()
  await expect(page).toHaveURL(profile)
  await card(page, TEXT).getByRole('link', { name: '#lid' }).click()
  await expect(page).toHaveURL('/search?tag=lid')
})

test('emoji without votes step back until one is used, and nothing moves', async () => {
  const { page } = bob
  await page.goto(`/p/${postId}`)
  const heart = card(page, TEXT).getByRole('button', { name: /red heart/ })
  const emoji = heart.locator('span').first()
  const place = await heart.boundingBox()
  await expect(emoji).toHaveCSS('opacity', '0.45')
  await heart.hover()
  await expect(emoji).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await expect(emoji).toHaveCSS('opacity', '0.45')
  // Somebody else uses it: live.
  await react(ann, postId, '❤️')
  await expect(heart).toHaveAccessibleName('red heart, 1')
  await expect(emoji).toHaveCSS('opacity', '1')
  expect(await heart.boundingBox()).toEqual(place)
})
