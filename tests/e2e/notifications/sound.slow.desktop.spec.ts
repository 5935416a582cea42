import type { Page } from 'playwright/test'
import { befriend, follow, message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Counts the tones that the page starts, and lets a test say whether it has the focus. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const { start } = OscillatorNode.prototype
    window.tones = 0
    OscillatorNode.prototype.start = function (this: OscillatorNode, at) {
      window.tones += 1
      start.call(this, at)
    }
    document.hasFocus = () => window.isLookedAt ?? true
  })

const tones = (page: Page) => page.evaluate(() => window.tones)
const look = (page: Page, isLookedAt: boolean) =>
  page.evaluate((now) => void (window.isLookedAt = now), isLookedAt)

declare global {
  interface Window {
    tones: number
    isLookedAt?: boolean
  }
}

test('a sound that was switched on is made once, on a device of a person who looks at none', async ({
  guest,
  openContext,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const tab = await ann.context.newPage()
  await listen(ann.page)
  let answers = 0
  for (const page of [ann.page, tab])
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"kind":"here"')) answers += 1
      }),
    )
  await ann.page.goto('/settings?section=notifications')
  const setting = ann.page.getByRole('switch', { name: 'Sound' })
  await expect(setting).not.toBeChecked()
  await setting.check()
  // The switch lets the person hear it.
  expect(await tones(ann.page)).toBe(2)
  await ann.page.reload()
  await expect(setting).toBeChecked()
  await ann.page.getByRole('heading', { level: 1 }).click()

  // While the person looks at the page it shows what arrives, in silence.
  await follow(bob, ann)
  const activity = ann.page.getByRole('link', { name: /Activity/ })
  await expect(activity).toContainText('1 unread')
  expect(await tones(ann.page)).toBe(0)

  // Two tabs that nobody looks at make one sound.
  await listen(tab)
  await tab.goto('/settings')
  await tab.getByRole('heading', { level: 1 }).click()
  for (const page of [ann.page, tab]) await look(page, false)
  await message(bob, ann, 'Do you hear me?')
  const both = async () => (await tones(ann.page)) + (await tones(tab))
  await expect.poll(both).toBe(2)

  // Another device that the person looks at keeps them silent.
  const phone = await openContext()
  await phone.addCookies(await ann.context.cookies())
  const held = await phone.newPage()
  await listen(held)
  const isLive = held.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"ready"'),
    }),
  )
  await held.goto('/notifications')
  await isLive
  await expect(held.getByText('Bob started following you')).toBeVisible()
  await message(bob, ann, 'And now?')
  await expect.poll(() => answers).toBeGreaterThanOrEqual(2)
  await expect.poll(() => tab.evaluate(async () => (await navigator.locks.query()).held)).toEqual([])
  expect(await both()).toBe(2)
  await look(held, false)
  await message(bob, ann, 'Now again')
  await expect.poll(both).toBe(4)
})
