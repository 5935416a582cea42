import type { PushView } from '#contract/notifications.push.ts'
import type { BrowserContext, Page, Worker } from 'playwright/test'
import { comment, createPost, follow } from '#tests/e2e/support/calls.ts'
import { ownPushServer, receivesPushes, SUBSCRIBED } from '#tests/e2e/support/push.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { openPushBrowser } from '#tests/support/push-service.ts'

test.use({ serviceWorkers: 'allow' })

// The question below the first comment, and open pages that close notifications: push.slow.desktop.spec.ts.

// A headless Chromium delivers pushes to the service worker, but shows no notification, opens no window and reaches no push
// service, and an icon's badge ends its worker. Only these are replaced.

interface Shown {
  title: string
  tag: string
  body: string
  data: { path: string; notificationId: string | null }
  close(): void
}
type Recorder = typeof globalThis & { shown: Shown[]; opened: string[]; badge: number | undefined }

/** What the worker shows and opens is kept in lists. */
const record = (worker: Worker) =>
  worker.evaluate(() => {
    const self = globalThis as Recorder
    Object.assign(self, { shown: [], opened: [], badge: 0 })
    navigator.setAppBadge = async (count) => void (self.badge = count)
    const drop = (tag: string) => void (self.shown = self.shown.filter((one) => one.tag !== tag))
    Object.assign(ServiceWorkerRegistration.prototype, {
      async showNotification(title: string, options: Omit<Shown, 'title' | 'close'>) {
        drop(options.tag)
        self.shown.push({ title, ...options, close: () => drop(options.tag) })
      },
      getNotifications: async () => [...self.shown],
    })
    const { clients } = self as unknown as { clients: object }
    Object.assign(Object.getPrototypeOf(clients) as object, {
      openWindow: async (url: string) => void self.opened.push(url),
    })
  })

const shown = (worker: Worker) =>
  worker.evaluate(() => (globalThis as Recorder).shown.map(({ title, body }) => [title, body]))

/** Presses the notification that is shown at this place. Returns the path that it opens. */
const press = (worker: Worker, path?: string) =>
  worker.evaluate(async (changed) => {
    const self = globalThis as Recorder
    const [notification] = self.shown
    if (changed) notification!.data.path = changed
    const works: Promise<unknown>[] = []
    const event = new Event('notificationclick')
    Object.assign(event, { notification, waitUntil: (work: Promise<unknown>) => works.push(work) })
    self.dispatchEvent(event)
    await Promise.all(works)
    return new URL(self.opened.at(-1)!)
  }, path)

/** Tells the service worker that its device has another address at the push service. */
const renew = (worker: Worker, subscription: object) =>
  worker.evaluate(async (made) => {
    const works: Promise<unknown>[] = []
    const event = new Event('pushsubscriptionchange')
    Object.assign(event, {
      newSubscription: { toJSON: () => made },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    })
    globalThis.dispatchEvent(event)
    await Promise.all(works)
  }, subscription)

/** Hands pushes to the service worker, as the browser's push service would. */
async function deliverer(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  return async (payload: unknown) => {
    const data = JSON.stringify(payload)
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await registrationId,
      data,
    })
  }
}

const pushes = ownPushServer()

test('a device is switched on, shows what is pushed, closes what was read, survives a lost subscription, and is switched off', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann', pushes.server.url), await guest('Bob', pushes.server.url)]
  const phone = openPushBrowser(pushes.internet)
  const { page, context } = ann
  await receivesPushes(context, phone)

  await page.goto('/settings?section=notifications')
  const own = page.getByRole('switch', { name: 'Pushes on this device' })
  const comments = page.getByRole('switch', { name: 'Push comments' })
  await expect(own).not.toBeChecked()
  await own.check()
  await expect(comments).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Who and what' })).toBeChecked()
  const deliver = await deliverer(context, page)
  const worker = context.serviceWorkers()[0]!
  await record(worker)

  await follow(bob, ann)
  const followed = await phone.nth(1)
  await deliver(followed.payload)
  await expect.poll(() => shown(worker)).toEqual([['Bob started following you', '']])

  await page.getByRole('radio', { name: 'Who, and how it begins' }).check()
  await page.getByRole('switch', { name: 'Quiet hours' }).check()
  await expect(page.getByLabel('Quiet from')).toHaveValue('22:00')
  await page.getByRole('switch', { name: 'Quiet hours' }).uncheck()
  await expect(page.getByLabel('Quiet from')).toHaveCount(0)
  const mine = await createPost(ann, 'Mine')
  await comment(bob, mine.id, 'Well said')
  const commented = await phone.nth(2)
  await deliver(commented.payload)
  const both = [
    ['Bob started following you', ''],
    ['Bob commented on your post', 'Well said'],
  ]
  await expect.poll(() => shown(worker)).toEqual(both)
  expect(await worker.evaluate(() => (globalThis as Recorder).badge)).toBe(2)
  // A second push of one thread replaces the first; what was read elsewhere meanwhile is closed.
  await deliver({ ...commented.payload, body: 'Well said, again', open: [commented.payload.tag] })
  await expect.poll(() => shown(worker)).toEqual([['Bob commented on your post', 'Well said, again']])

  // It leads to its page, and never to another site.
  const { pathname } = await press(worker)
  expect(pathname).toBe(`/p/${mine.id}`)
  expect(await shown(worker)).toEqual([])
  await deliver(commented.payload)
  await expect.poll(() => shown(worker)).toHaveLength(1)
  expect((await press(worker, '//elsewhere.example/a')).href).toBe(`${pushes.server.url}/`)

  // The worker tells by itself of a new address, which replaces the old one.
  const renewed = openPushBrowser(pushes.internet)
  await renew(worker, renewed.subscription)
  await comment(bob, mine.id, 'At the new address')
  expect((await renewed.nth(1)).payload.title).toBe('Bob commented on your post')
  const devices = async () =>
    ((await (await page.request.get('/api/notifications/push')).json()) as PushView).devices.map(
      ({ isThis }) => isThis,
    )
  expect(await devices()).toEqual([true])
  expect(phone.asked()).toBe(2)

  // Lost by the browser, the subscription is shown as off, and can be made again.
  await page.reload()
  await expect(comments).toBeChecked()
  await expect(own).toBeChecked()
  await page.evaluate((key) => localStorage.removeItem(key), SUBSCRIBED)
  await page.reload()
  await expect(own).toBeEnabled()
  await expect(own).not.toBeChecked()
  await expect(comments).toHaveCount(0)
  await own.check()
  await expect(comments).toBeChecked()
  expect(await devices()).toEqual([true])

  // [L55] Another tab follows.
  const tab = await context.newPage()
  await tab.goto('/settings?section=notifications')
  const there = tab.getByRole('switch', { name: 'Push comments' })
  await expect(there).toBeChecked()
  await comments.uncheck()
  await expect(there).not.toBeChecked()
  await own.uncheck()
  await expect(comments).toHaveCount(0)
  await expect(there).toHaveCount(0)
  await page.reload()
  await expect(own).not.toBeChecked()
})
