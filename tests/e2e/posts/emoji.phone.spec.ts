import { complaints, overhang } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('on a phone the emoji are a sheet that calls no keyboard, with cells for a thumb', async ({ guest }) => {
  const { page } = await guest('Ann')
  await page.goto('/compose')
  const text = page.getByPlaceholder('Top Crap Talk 💩')
  await text.fill('Behold ')
  await page.getByRole('button', { name: 'Add an emoji' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Emoji' })
  const cell = sheet.getByRole('gridcell', { name: 'Grinning face', exact: true })
  await expect(cell).toBeVisible()
  await expect(sheet).toBeFocused()
  await expect
    .poll(async () => Math.round((await sheet.boundingBox())!.y + (await sheet.boundingBox())!.height))
    .toBe(844)
  const box = (await cell.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  expect(await overhang(page)).toBe(0)
  expect(await complaints(page)).toEqual([])
  await cell.tap()
  await expect(sheet).toHaveCount(0)
  await expect(text).toHaveValue('Behold 😀')
  await expect(text).toBeFocused()
})
