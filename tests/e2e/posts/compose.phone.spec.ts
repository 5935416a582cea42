import type { Locator, Page } from 'playwright/test'
import { overhang } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const text = (page: Page) => page.getByPlaceholder('Top Crap Talk 💩')
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })
const bottom = async (place: Locator) => {
  const box = (await place.boundingBox())!
  return Math.round(box.y + box.height)
}

test('the counter and the button are in the head, and the tools stand on the keyboard and switch a warning', async ({
  guest,
}) => {
  const { page } = await guest('Ann')
  await page.goto('/compose')
  await expect(page.getByRole('navigation', { name: 'Quick' })).toBeHidden()
  await text(page).fill('One\n'.repeat(40))
  const head = (await page.getByRole('heading', { name: 'Compose' }).boundingBox())!
  const middleOf = async (place: Locator) => {
    const box = (await place.boundingBox())!
    return box.y + box.height / 2
  }
  const inHead = async () => {
    for (const place of [flush(page), page.getByText('160/500')])
      expect(Math.abs((await middleOf(place)) - (head.y + head.height / 2))).toBeLessThan(6)
  }
  await inHead()
  const tools = page.locator('.s-compose-tools')
  expect(await bottom(tools)).toBe(844)
  // The keyboard takes its height from the window; the page may be scrolled to any place.
  await page.setViewportSize({ width: 390, height: 480 })
  await expect.poll(() => bottom(tools)).toBe(480)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => bottom(tools)).toBe(480)
  await inHead()
  for (const name of ['Add a photo or video', 'Take a photo', 'Add an emoji'])
    expect((await page.getByRole('button', { name }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect(await overhang(page)).toBe(0)
  // Nothing is hidden below the tools at the end of the page.
  const last = page.getByRole('region', { name: 'Popular hashtags' }).getByRole('button').last()
  await expect(last).toBeVisible()
  expect(await bottom(last)).toBeLessThan((await tools.boundingBox())!.y)

  // Where the keyboard lies over the window, the tools are lifted by its height.
  await page.setViewportSize({ width: 390, height: 844 })
  await text(page).tap()
  await page.evaluate(() => {
    const view = visualViewport!
    Object.defineProperty(view, 'height', { value: innerHeight - 300, configurable: true })
    view.dispatchEvent(new Event('resize'))
  })
  await expect.poll(() => bottom(page.locator('.s-compose-tools'))).toBe(844 - 300)

  // A warning and 'sensitive' are switched in the tools, and the post has both.
  await text(page).fill('Brace yourselves')
  await page.getByRole('switch', { name: 'Content warning' }).tap()
  await page.getByRole('textbox', { name: 'Warning' }).fill('Soggy')
  await page.getByRole('switch', { name: 'Sensitive content' }).tap()
  await expect(page.getByRole('switch', { name: 'Sensitive content' })).toBeChecked()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
  )
  await flush(page).tap()
  expect((await sent).postDataJSON()).toMatchObject({ contentWarn: 'Soggy', nsfw: true })
  await expect(page).toHaveURL('/')
})
