import { befriend } from '#tests/e2e/support/calls.ts'
import { logIn } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('L65: messages that waited when the session ended are sent in order after the log-in of the same person', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { page, context } = ann
  await page.goto(`/messages?user=${bob.id}`)
  const field = page.getByPlaceholder('Write a message')
  await field.fill('zero')
  await field.press('Enter')
  await expect(page.getByText(/· Sent$/)).toBeVisible()
  await context.setOffline(true)
  for (const words of ['one', 'two', 'three']) {
    await field.fill(words)
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
  await context.clearCookies({ name: 'sid' })
  await context.setOffline(false)
  await page.waitForURL(/\/login/)
  await logIn(page, ann)
  await bob.page.goto(`/messages?user=${ann.id}`)
  const texts = bob.page.getByRole('region', { name: /^Messages with/ }).locator('.s-bubble-text')
  await expect(texts).toHaveText(['zero', 'one', 'two', 'three'])
})

test('L65: a tab of one person writes nothing when another one has logged in, and follows them', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { page } = ann
  const ready = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => payload.toString().includes('"ready"'),
    }),
  )
  await page.goto('/compose')
  await page.getByRole('textbox').first().fill(`As whom does ${ann.handle} write?`)
  // What the page asks at its start would tell it who is logged in.
  await ready
  await page.waitForLoadState('networkidle')
  // The tab is told nothing: it slept, or its browser has no channel between tabs.
  await page.context().addCookies(await bob.context.cookies())
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/posts'))
  await page.getByRole('button', { name: 'Flush it' }).click()
  expect((await answer).status()).toBe(409)
  await expect.poll(() => page.evaluate(() => document.documentElement.outerHTML)).toContain(bob.handle)
})
