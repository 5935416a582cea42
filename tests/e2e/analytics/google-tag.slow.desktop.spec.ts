import type { BrowserContext, Page } from 'playwright/test'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

const ID = 'G-TEST12345'
let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'warn', GOOGLE_TAG_ID: ID })
})
test.afterAll(() => server[Symbol.asyncDispose]())

/** Answers requests to Google, and lists them. */
async function standIn(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(/^https:.*google/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'text/javascript',
      body: 'document.documentElement.dataset.tag = "here"; document.cookie = "_ga=GA1.1.1; path=/"',
    })
  })
  return asked
}

/** What the page has sent: the names of events, with the page's address or with category and label. */
const passedOn = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? [])
      .map((command) => Array.from(command as ArrayLike<unknown>))
      .filter(([kind]) => kind === 'event' || kind === 'set')
      .map(([, ...rest]) => rest),
  )
const tagIsHere = (page: Page) => expect(page.locator('html[data-tag="here"]')).toBeAttached()
/** The page is live: a tag would have been requested by now. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

test("Google's tag is loaded for a visitor who has agreed, until they withdraw", async ({ openContext }) => {
  const context = await openContext(server.url)
  const asked = await standIn(context)
  const page = await context.newPage()
  await page.goto('/terms')
  await settled(page)
  expect(asked).toEqual([])
  await page.getByRole('switch', { name: 'Count my page views' }).click()
  await page.goto('/privacy?secret=1')
  await tagIsHere(page)
  expect(asked).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`])
  await expect.poll(() => passedOn(page)).toContainEqual(['page_view'])
  const text = JSON.stringify(await passedOn(page))
  expect(text).toContain('/privacy')
  expect(text).not.toContain('secret')
  await page.getByRole('switch', { name: 'Count my page views' }).click()
  expect(await page.evaluate(() => document.cookie)).not.toContain('_ga')
  const before = (await passedOn(page)).length
  await page.getByRole('link', { name: 'Cookies' }).first().click()
  await expect(page).toHaveURL('/cookies')
  expect(await passedOn(page)).toHaveLength(before)
  await page.goto('/terms')
  await settled(page)
  expect(asked).toHaveLength(1)
})

test('for a member it follows the account, and gets category and label of what they do', async ({
  guest,
}) => {
  const ann = await guest('Ann', server.url)
  const asked = await standIn(ann.context)
  const { page } = ann
  await page.goto('/')
  await settled(page)
  expect(asked).toEqual([])
  await page.goto('/privacy-settings')
  await page.getByRole('switch', { name: /analytics/i }).click()
  await expect(page.getByText('Settings Updated', { exact: true })).toBeVisible()
  await page.goto('/')
  await tagIsHere(page)
  await page.getByPlaceholder('Top Crap Talk 💩').fill('What nobody else must read')
  await page.getByRole('button', { name: 'Flush it 💩' }).click()
  await expect
    .poll(() => passedOn(page))
    .toContainEqual(['post_publish', { event_category: 'post', event_label: 'publish' }])
  expect(JSON.stringify(await passedOn(page))).not.toContain('nobody else')
})
