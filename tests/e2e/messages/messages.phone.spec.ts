import { message } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a finger that rests on a message opens its menu, and its end follows no link', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await message(bob, ann, 'See https://flush.example/throne')
  const { page } = ann
  await page.goto(`/messages?user=${bob.id}`)
  const link = page.getByRole('link', { name: 'flush.example' })
  await link.waitFor()
  const pages = ann.context.pages().length
  const { x, y } = (await link.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: x + 8, y: y + 8 })
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await touch('touchEnd')
  await expect(menu.getByRole('menuitem')).toHaveText(['Reply', 'Copy text', 'Report message'])
  expect(await overhang(page)).toBe(0)
  await menu.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(page.getByPlaceholder('Write a message')).toBeFocused()
  expect(ann.context.pages()).toHaveLength(pages)
})
