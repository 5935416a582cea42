import { befriend, message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
test('look', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { conversationId } = await message(bob, ann, 'hello')
  await bob.context.request.put(`/api/messages/${conversationId}/disappearing`, {
    data: { disappearing: '24h' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await message(ann, bob, '😂')
  await bob.page.goto(`/messages?conversation=${conversationId}`)
  const { page, context } = ann
  await page.goto(`/messages?conversation=${conversationId}`)
  await expect(page.getByText('on the throne now')).toBeVisible()
  await page.screenshot({ path: '/tmp/look-light.png' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: '/tmp/look-dark.png' })
  await page.emulateMedia({ colorScheme: 'light' })
  await context.setOffline(true)
  await page.getByPlaceholder('Write a message').fill('In the tunnel')
  await page.getByRole('button', { name: 'Send message' }).tap()
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  await expect(page.getByText('In the tunnel')).toBeVisible()
  await page.waitForTimeout(4000)
  await page.screenshot({ path: '/tmp/look-list.png' })
  await page.goto('about:blank')
})
