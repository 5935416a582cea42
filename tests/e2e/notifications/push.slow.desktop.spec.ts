import type { PushView } from '#contract/notifications.push.ts'
import { createPost, follow } from '#tests/e2e/support/calls.ts'
import { ownPushServer, subscribesTo } from '#tests/e2e/support/push.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { openPushBrowser } from '#tests/support/push-service.ts'

test.use({ serviceWorkers: 'allow' })

const pushes = ownPushServer()

test('an open page closes what the device shows of notifications that are read elsewhere', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { page, context } = ann
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    const own = window as unknown as { shownHere?: Notification[] }
    ServiceWorkerRegistration.prototype.getNotifications = async () => own.shownHere ?? []
  })
  await page.goto('/settings')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await follow(bob, ann)
  await expect(page.getByRole('link', { name: /Activity/ })).toContainText('1 unread')
  const [notification] = await (await context.request.get('/api/notifications')).json()
  await page.evaluate((id) => {
    const own = window as unknown as { shownHere: object[]; left: string[] }
    own.left = [id, 'another']
    const showing = (notificationId: string) => ({
      data: { notificationId },
      close: () => void (own.left = own.left.filter((one) => one !== notificationId)),
    })
    own.shownHere = own.left.map(showing)
  }, notification.id)
  const headers = { 'sec-fetch-site': 'same-origin' }
  await context.request.post('/api/notifications/read', { headers, data: { ids: [notification.id] } })
  // Nothing is unread any more, so everything is closed.
  await expect.poll(() => page.evaluate(() => (window as unknown as { left: string[] }).left)).toEqual([])
})

test('the first comment asks about pushes: yes switches them on, either answer is the last, and a browser that blocks them says what to do', async ({
  guest,
}) => {
  const ann = await guest('Ann', pushes.server.url)
  const { page } = ann
  const phone = openPushBrowser(pushes.internet)
  await subscribesTo(phone, ann.context)
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
  const post = await createPost(ann, 'Speak to me')
  await page.goto(`/p/${post.id}`)
  const question = page.getByRole('region', { name: 'Pushes' })
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Your comment' }).fill(text)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.locator('.s-comment-text').getByText(text, { exact: true })).toBeVisible()
  }
  await say('One')
  await question.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(toast(page)).toContainText('Pushes are on')
  await expect(question).toHaveCount(0)
  const settings = (await (await page.request.get('/api/notifications/push')).json()) as PushView
  expect(settings.devices).toHaveLength(1)
  await say('Two')
  await expect(toast(page)).toContainText('Comment posted')
  await expect(question).toHaveCount(0)

  const other = await guest('Bob', pushes.server.url)
  await other.page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  )
  await other.page.goto(`/p/${post.id}`)
  await other.page.getByRole('textbox', { name: 'Your comment' }).fill('Three')
  await other.page.getByRole('button', { name: 'Comment', exact: true }).click()
  const refused = other.page.getByRole('region', { name: 'Pushes' })
  await refused.getByRole('button', { name: 'No', exact: true }).click()
  await expect(refused).toHaveCount(0)
  await other.page.reload()
  await other.page.getByRole('textbox', { name: 'Your comment' }).fill('Four')
  await other.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(toast(other.page)).toContainText('Comment posted')
  await expect(refused).toHaveCount(0)

  // A browser that was told to show nothing says what to do.
  const denied = await other.context.newPage()
  await denied.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await denied.goto('/settings?section=notifications')
  await expect(denied.getByRole('switch', { name: 'Pushes on this device' })).toBeDisabled()
  await expect(denied.getByText('This browser blocks our notifications.')).toBeVisible()
})
