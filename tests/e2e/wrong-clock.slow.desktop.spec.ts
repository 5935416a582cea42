import type { Page } from 'playwright/test'
import { befriend, createPost, message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const SECOND = 1_000
const HOUR = 3600 * SECOND

/** The device's clock is this much ahead of the server's. */
const setClock = (page: Page, ahead: number) =>
  page.addInitScript((ms) => {
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        if (given.length === 0) super(Real.now() + ms)
        else super(...given)
      }
      static override now() {
        return Real.now() + ms
      }
    } as DateConstructor
  }, ahead)

const CLOCKS = {
  '10 seconds ahead': 10 * SECOND,
  '25 hours ahead': 25 * HOUR,
  '25 hours behind': -25 * HOUR,
} as const

test(`L43, L66: with a clock ${Object.keys(CLOCKS).join(', or ')} a page shows what is typed, what stays for a day, and a poll that is open`, async ({
  guest,
  openContext,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { conversationId } = await message(bob, ann, 'hello')
  const set = await bob.context.request.put(`/api/messages/${conversationId}/disappearing`, {
    data: { after: '24h' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(set.status()).toBeLessThan(300)
  await message(bob, ann, 'for a day')
  const post = await createPost(bob, 'Which throne?', { poll: { options: ['Left', 'Right'], minutes: 60 } })
  const cookies = await ann.context.cookies()
  const devices = await Promise.all(
    Object.entries(CLOCKS).map(async ([clock, ahead]) => {
      const context = await openContext()
      await context.addCookies(cookies)
      const page = await context.newPage()
      await setClock(page, ahead)
      return { clock, page, thread: page.getByRole('region', { name: /^Messages with/ }) }
    }),
  )
  const onEach = (work: (device: (typeof devices)[number]) => Promise<void>) =>
    Promise.all(devices.map((device) => test.step(device.clock, () => work(device))))

  await onEach(async ({ page }) => {
    await page.goto(`/p/${post.id}`)
    await expect(page.getByText('ends in 1h')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Vote' })).toBeVisible()
    await expect(page.locator('.s-card time, article time').first()).toHaveText(/now|1m/i)
  })
  await onEach(async ({ page, thread }) => {
    await page.goto(`/messages?conversation=${conversationId}`)
    await expect(thread).toContainText('for a day')
    await expect(thread.getByText('Today')).toBeVisible()
  })
  await bob.page.goto(`/messages?conversation=${conversationId}`)
  await bob.page.getByPlaceholder('Write a message').pressSequentially('I am ty')
  await onEach(async ({ page, thread }) => {
    await expect(page.getByText('Bob is typing')).toBeAttached()
    await expect(page.getByText('Bob is typing')).toHaveCount(0)
    await expect(thread).toContainText('for a day')
  })
})
