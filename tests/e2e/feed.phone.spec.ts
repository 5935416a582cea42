import { randomBytes } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from 'playwright/test'
import { card, comment, drop, follow } from './support/drops.ts'
import { guest, type Guest } from './support/people.ts'

let writer: Guest
let reader: Guest

test.beforeEach(async ({ browser, baseURL }) => {
  // As long a handle as there may be.
  writer = await guest(browser, baseURL!, 'Maximiliana_von_rohr')
  reader = await guest(browser, baseURL!, 'Reader')
  await writer.context.request.patch('/api/users/me', {
    data: { displayName: 'Her Serene Highness Maximiliana von Abflussrohr' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await follow(reader, writer)
})
test.afterEach(async () => {
  await writer.context.close()
  await reader.context.close()
})

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('long names, endless words and right-to-left text stay inside 320 pixels', async () => {
  const { page } = reader
  await page.setViewportSize({ width: 320, height: 640 })
  await drop(writer, 'A'.repeat(400))
  const last = await drop(writer, 'مرحبا بالجميع، هذا منشور من اليمين إلى اليسار عن #الحمام')
  await comment(writer, last.id, `https://example.org/${'pipe/'.repeat(60)}`)
  await page.goto('/?tab=following')
  await expect(card(page, 'مرحبا')).toBeVisible()
  expect(await overflow(page)).toBe(0)
  for (const button of await card(page, 'مرحبا').getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(320)
  }
  await page.goto(`/p/${last.id}`)
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText('example.org')
  expect(await overflow(page)).toBe(0)
})

test('time and menu stay in sight beside a name that has no room', async () => {
  const { page } = reader
  await page.setViewportSize({ width: 320, height: 640 })
  await drop(writer, 'Named at length')
  await page.goto('/?tab=following')
  const shown = card(page, 'Named at length')
  await expect(shown.locator('time')).toBeInViewport({ ratio: 1 })
  await expect(shown.getByRole('button', { name: 'Post options' })).toBeInViewport({ ratio: 1 })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`feed and post can be used by everybody, in the ${colorScheme} theme`, async () => {
    const { page } = reader
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const post = await drop(writer, `For everybody #${randomBytes(3).toString('hex')}`)
    await comment(writer, post.id, 'A comment for everybody')
    await page.goto('/?tab=following')
    await card(page, 'For everybody').getByRole('button', { name: /Comments/ }).click()
    await expect(page.getByText('A comment for everybody')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await page.goto(`/p/${post.id}`)
    await expect(page.getByText('A comment for everybody')).toBeVisible()
    expect(await problems(page)).toEqual([])
  })
}

async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
