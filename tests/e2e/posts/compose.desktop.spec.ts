import { expect, test } from '#tests/e2e/support/test.ts'

test('popular hashtags that come late move nothing, at 1280 and at 390 px', async ({ guest }) => {
  const { page } = await guest('Ann')
  let answer = () => {}
  let held = Promise.resolve()
  // The socket brings them as well.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  await page.route('**/api/trending', async (route) => {
    await held
    await route.continue()
  })
  for (const width of [1280, 390]) {
    held = new Promise<void>((resolve) => (answer = resolve))
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/compose')
    const pick = page.getByRole('button', { name: 'Add a photo or video' })
    const place = async () => (await pick.boundingBox())!.y
    const suggested = page.getByRole('region', { name: 'Popular hashtags' })
    await expect(suggested.locator('.rf-skeleton')).toHaveCount(6)
    const before = await place()
    answer()
    await expect(suggested.getByRole('button')).toHaveCount(6)
    expect(await place()).toBe(before)
  }
})
