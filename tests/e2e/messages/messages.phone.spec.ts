import { befriend, card, createPosts, message } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
import { isDrawn, photo } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { restOn } from '#tests/support/touch.ts'

test('a finger that rests on a message opens its menu, and its end follows no link', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await message(bob, ann, 'See https://flush.example/throne')
  const { page } = ann
  await page.goto(`/messages?user=${bob.id}`)
  const link = page.getByRole('link', { name: 'flush.example' })
  await link.waitFor()
  const pages = ann.context.pages().length
  await restOn(page, link)
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveText(['', 'Reply', 'Copy text', 'Report message'])
  expect(await overhang(page)).toBe(0)
  await menu.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()
  expect(ann.context.pages()).toHaveLength(pages)
})

test('a message gets a reaction by touch, from the menu and from all emoji', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await message(bob, ann, 'The duke has left the building')
  const { page } = ann
  await page.goto(`/messages?user=${bob.id}`)
  const words = page.getByRole('region', { name: /^Messages with/ }).getByText('The duke has left')
  await restOn(page, words)
  await page.getByRole('menuitemcheckbox', { name: 'React with laughing face' }).tap()
  const chip = page.getByRole('button', { name: '😂 from you' })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await chip.tap()
  await expect(chip).toHaveCount(0)

  await restOn(page, words)
  await page.getByRole('menuitem', { name: 'React with another emoji' }).tap()
  const sheet = page.getByRole('dialog', { name: 'React with an emoji' })
  await sheet.getByRole('searchbox', { name: 'Search emoji' }).fill('plunger')
  await sheet.getByRole('gridcell', { name: 'Plunger', exact: true }).tap()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: '🪠 from you' })).toBeVisible()
  expect(await overhang(page)).toBe(0)
})

test('a message is edited by touch, and its history is read', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await message(ann, bob, 'Meet me at the trone')
  const { page } = ann
  await page.goto(`/messages?user=${bob.id}`)
  const said = page.getByRole('region', { name: /^Messages with/ })
  await restOn(page, said.getByText('Meet me at the trone'))
  await page.getByRole('menuitem', { name: 'Edit message' }).tap()
  const field = page.getByRole('textbox', { name: 'Edit message' })
  await expect(field).toBeFocused()
  await field.fill('Meet me at the throne')
  await page.getByRole('button', { name: 'Save changes' }).tap()
  await expect(field).toHaveCount(0)
  await expect(said.getByText('Meet me at the throne')).toBeVisible()
  await said.getByRole('button', { name: 'edited, show the edit history' }).tap()
  const history = page.getByRole('dialog', { name: 'Edit history' })
  await expect(history).toContainText('Meet me at the trone')
  expect(await overhang(page)).toBe(0)
})

test('somebody is found under New message and gets a photo by the one button of a phone', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await bob.page.goto(`/messages?user=${ann.id}`)
  const { page } = ann
  await page.goto('/messages')
  await page.getByRole('button', { name: 'New message' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Bob' }).tap()
  const field = page.getByPlaceholder('Write a message')
  const widthOf = async () => (await field.boundingBox())!.width
  const alone = await widthOf()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden()
  await field.fill('Look')
  await expect(page.getByRole('button', { name: 'Record a voice message' })).toHaveCount(0)
  // What is written has no less room than what is not.
  expect(await widthOf()).toBe(alone)
  expect(alone).toBeGreaterThan(190)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(page.getByRole('menuitem')).toHaveText(['Add a photo or video', 'Take a photo'])
  await page.getByRole('menuitem', { name: 'Add a photo or video' }).tap()
  await (await chooser).setFiles(await photo(400, 300))
  await page.getByRole('button', { name: 'Send message' }).tap()
  const shown = bob.page.getByRole('region', { name: /^Messages with/ })
  await expect(shown).toContainText('Look')
  await expect.poll(() => isDrawn(shown.locator('.s-bubble-row img').first())).toBe(true)
  expect(await overhang(page)).toBe(0)
})

test('Messages and what is unread there stay on the screen, in the middle of a feed and in a thread', async ({
  guest,
}) => {
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  for (const friend of [bob, cat]) await befriend(ann, friend)
  await createPosts(ann, 12, (number) => `Decree ${number}`)
  const { page } = ann
  await page.goto(`/u/${ann.handle}`)
  await card(page, 'Decree 12').waitFor()
  const scrolled = () => page.evaluate(() => (scrollTo(0, 1_000), scrollY))
  await expect.poll(scrolled).toBe(1_000)
  const door = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
  await expect(door).toBeInViewport({ ratio: 1 })
  await message(bob, ann, 'Are you there?')
  await expect(door).toContainText('1 unread message')
  await door.tap()
  await page.getByRole('link', { name: /Are you there/ }).tap()
  await expect(page.getByPlaceholder('Write a message')).toBeVisible()
  const back = page.getByText('unread messages in other conversations')
  await message(cat, ann, 'And here?')
  await message(cat, ann, 'Hello?')
  await expect(back.locator('..')).toHaveText(/^2/)
  await expect(back.locator('..')).toBeInViewport()
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  await page.getByRole('link', { name: /Hello\?/ }).tap()
  await expect(page.getByRole('heading', { name: 'Cat' })).toBeVisible()
  await expect(back).toHaveCount(0)
})
