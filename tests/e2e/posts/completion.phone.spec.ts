import { createPost, follow } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('by touch, above a keyboard that leaves little room, the list never covers the line', async ({
  guest,
}) => {
  const ann = await guest('Ann')
  // No other test's people, whom the list would offer as well, begin with this letter.
  const names = ['Xander', 'Xenia', 'Ximena', 'Xaver']
  const others = await Promise.all(names.map((name) => guest(name)))
  for (const other of others) await follow(ann, other)
  const post = await createPost(ann, 'Below it one comments')
  const { page } = ann
  await page.goto(`/p/${post.id}`)
  const area = page.getByPlaceholder('Leave your mark')
  await area.tap()
  // `interactive-widget=resizes-content`: the keyboard takes its height from the window.
  await page.setViewportSize({ width: 390, height: 500 })
  await area.scrollIntoViewIfNeeded()
  await page.keyboard.type('Come here, @x')
  const list = page.getByRole('listbox', { name: 'People' })
  await expect(list.getByRole('option')).toHaveCount(4)
  const [box, field] = [(await list.boundingBox())!, (await area.boundingBox())!]
  expect(box.y + box.height <= field.y + 12 || box.y >= field.y + field.height - 12).toBe(true)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(500)
  for (const option of await list.getByRole('option').all())
    expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect(await overhang(page)).toBe(0)
  await list.getByRole('option', { name: new RegExp(others[1]!.handle) }).tap()
  await expect(area).toHaveValue(`Come here, @${others[1]!.handle} `)
  // The keyboard stays.
  await expect(area).toBeFocused()
})
