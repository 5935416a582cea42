import type { Page } from 'playwright/test'
import { card } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
})

const text = (page: Page) => page.getByPlaceholder('Top Crap Talk 💩')
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })

test('a post with a warning shows hashtags as chips, and posting it leads home', async () => {
  const { page } = ann
  await page.goto('/compose')
  await expect(flush(page)).toBeDisabled()
  await text(page).fill('Behold #Chamber and #chamber')
  await expect(page.getByRole('list', { name: 'Hashtags in this post' }).getByRole('listitem')).toHaveText([
    '#chamber',
  ])
  await expect(page.getByText('28/500')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Warning' })).toHaveCount(0)
  await page.getByRole('switch', { name: /Content warning/ }).check()
  await page.getByRole('textbox', { name: 'Warning' }).fill('Soggy')
  await page.getByRole('switch', { name: /Sensitive content/ }).check()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
  )
  await flush(page).click()
  expect((await sent).postDataJSON()).toMatchObject({
    text: 'Behold #Chamber and #chamber',
    contentWarn: 'Soggy',
    nsfw: true,
  })
  await expect(toast(page)).toContainText('Post created!')
  await expect(page).toHaveURL('/')
  await page.goto('/compose')
  await expect(text(page)).toHaveValue('')
  await expect(page.getByRole('switch', { name: /Content warning/ })).not.toBeChecked()
})

test('a warning that was switched off is not sent', async () => {
  const { page } = ann
  await page.goto('/compose')
  await text(page).fill('Nothing to see')
  await page.getByRole('switch', { name: /Content warning/ }).check()
  await page.getByRole('textbox', { name: 'Warning' }).fill('Soggy')
  await page.getByRole('switch', { name: /Content warning/ }).uncheck()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
  )
  await flush(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ contentWarn: null, nsfw: false })
})

test('six popular hashtags can be added, each once; the draft is the same one as at home', async () => {
  const { page } = ann
  await page.goto('/compose')
  const suggested = page.getByRole('region', { name: 'Popular hashtags' }).getByRole('button')
  await expect(suggested).toHaveCount(6)
  const tag = await suggested.first().textContent()
  await text(page).fill('Hail')
  await suggested.first().click()
  await expect(text(page)).toHaveValue(`Hail ${tag} `)
  await expect(suggested.first()).toBeDisabled()
  await page.reload()
  await expect(text(page)).toHaveValue(`Hail ${tag} `)
  await page.goto('/')
  await expect(text(page)).toHaveValue(`Hail ${tag} `)
})

for (const width of [1280, 390])
  test(`popular hashtags that come late move nothing at ${width} px`, async () => {
    const { page } = ann
    await page.setViewportSize({ width, height: 800 })
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    // The socket brings them as well.
    await page.routeWebSocket(/socket\.io/, () => undefined)
    await page.route('**/api/trending', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/compose')
    const pick = page.getByRole('button', { name: 'Add a photo or video' })
    const place = async () => (await pick.boundingBox())!.y
    const suggested = page.getByRole('region', { name: 'Popular hashtags' })
    await expect(suggested.locator('.rf-skeleton')).toHaveCount(6)
    const before = await place()
    answer()
    await expect(suggested.getByRole('button')).toHaveCount(6)
    expect(await place()).toBe(before)
  })

test('the composer of Activity posts as well, and stays open', async () => {
  const { page } = ann
  await page.goto('/activity')
  await text(page).fill('From the hub')
  await flush(page).click()
  await expect(toast(page)).toContainText('Your post has been shared with the world.')
  await expect(text(page)).toHaveValue('')
  await expect(page).toHaveURL('/activity')
  await page.goto(`/u/${ann.handle}`)
  await expect(card(page, 'From the hub')).toBeVisible()
})
