import type { Page } from 'playwright/test'
import { createPost } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const text = (page: Page) => page.getByPlaceholder('Top Crap Talk 💩')
const button = (page: Page) => page.getByRole('button', { name: 'Add an emoji' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' })
const search = (page: Page) => picker(page).getByRole('searchbox', { name: 'Search emoji' })
const cell = (page: Page, name: string) => picker(page).getByRole('gridcell', { name, exact: true })

test('an emoji is found by a word and written at the caret, with keys alone, from our own origin; Escape, the button and a press elsewhere close it', async () => {
  const { page } = ann
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/compose')
  const origin = new URL(page.url()).origin
  await text(page).fill('Hail , king')
  await text(page).press('Home')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
  expect(asked.filter((url) => /EmojiPicker|data-/.test(url))).toEqual([])
  await button(page).press('Enter')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('crown')
  await expect(cell(page, 'Crown')).toBeVisible()
  await expect(cell(page, 'Grinning face')).toHaveCount(0)
  await expect(picker(page).getByText('Objects')).toBeVisible()
  // The first of three people with crowns is chosen already; the crown itself is in the row below.
  const chosen = picker(page).getByRole('gridcell', { selected: true })
  await expect(chosen).toHaveAccessibleName('Person with crown')
  // The library searches in an idle moment after each key, and then chooses the first one again.
  await page.evaluate(
    () => new Promise<void>((done) => void requestIdleCallback(() => done(), { timeout: 200 })),
  )
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveAccessibleName('Crown')
  await expect(picker(page).locator('[aria-live=polite]').filter({ hasText: /\w/ })).toHaveText('Crown')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveCount(0)
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveValue('Hail 👑, king')
  await page.keyboard.type('!')
  await expect(text(page)).toHaveValue('Hail 👑!, king')
  expect(asked.filter((url) => !url.startsWith(origin))).toEqual([])

  // Escape, the button and a press elsewhere close it; nothing is cut off.
  await page.goto(`/messages?user=${bob.id}`)
  await button(page).click()
  await expect(picker(page).getByRole('gridcell').first()).toBeVisible()
  expect(await complaints(page)).toEqual([])
  const [box, field] = [
    (await picker(page).boundingBox())!,
    (await page.getByPlaceholder('Write a message').boundingBox())!,
  ]
  expect(box.y).toBeGreaterThanOrEqual(8)
  expect(box.y + box.height).toBeLessThanOrEqual(field.y + field.height)
  expect(box.x + box.width).toBeLessThanOrEqual(1272)
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()
  await button(page).click()
  await expect(picker(page)).toBeVisible()
  await button(page).click()
  await expect(picker(page)).toHaveCount(0)
  await button(page).click()
  await search(page).fill('no such thing')
  await expect(picker(page).getByText('No emoji found')).toBeVisible()
  await page.mouse.click(400, 300)
  await expect(picker(page)).toHaveCount(0)
})

test('the last ones come first and the skin tone stays, for this person alone; a comment has them too', async () => {
  const { page } = ann
  await page.goto('/')
  await button(page).click()
  await picker(page).getByRole('button', { name: 'Skin tone: none' }).click()
  await expect(picker(page).getByRole('button', { name: 'Skin tone: light', exact: true })).toBeVisible()
  await search(page).fill('waving hand')
  await cell(page, 'Waving hand').click()
  await expect(text(page)).toHaveValue('👋🏻')
  await page.reload()
  await button(page).click()
  const recent = picker(page).getByRole('group', { name: 'Recently used' }).getByRole('button')
  await expect(recent).toHaveText(['👋🏻'])
  await recent.click()
  await expect(text(page)).toHaveValue('👋🏻👋🏻')
  await expect(picker(page)).toHaveCount(0)
  // Somebody else at this browser finds neither.
  await page.context().clearCookies()
  await page.context().addCookies(await bob.context.cookies())
  await page.goto('/')
  await button(page).click()
  await expect(picker(page).getByRole('button', { name: 'Skin tone: none' })).toBeVisible()
  await expect(recent).toHaveCount(0)

  // A comment has it too, and one that does not fit is not written.
  const post = await createPost(bob, 'Roast this')
  await page.goto(`/p/${post.id}`)
  const area = page.getByPlaceholder('Leave your mark')
  await button(page).click()
  await search(page).fill('pile of poo')
  await cell(page, 'Pile of poo').click()
  await expect(area).toHaveValue('💩')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.locator('.s-comment-text').filter({ hasText: '💩' })).toBeVisible()
  const most = Number(await area.getAttribute('maxlength'))
  await area.fill('x'.repeat(most - 1))
  await button(page).click()
  await cell(page, 'Grinning face').click()
  await expect(area).toBeFocused()
  await expect(area).toHaveValue('x'.repeat(most - 1))
})
