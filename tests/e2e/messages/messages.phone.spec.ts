import { befriend, message } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
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
