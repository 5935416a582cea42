import type { BrowserContext } from 'playwright/test'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import type { PushBrowser } from '#tests/support/push-service.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startOtherServer } from './other-server.ts'
import { test } from './test.ts'

/** Where a page keeps the key with which it is subscribed. */
export const SUBSCRIBED = 'test:subscribed'

/** Pages of this context subscribe to this push browser; the subscription belongs to all of them, as in a browser. */
export const subscribesTo = (phone: PushBrowser, context: BrowserContext) =>
  context.addInitScript(
    ([json, key]) => {
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
      const subscription = {
        toJSON: () => json,
        unsubscribe: async () => localStorage.removeItem(key),
        options: {
          get applicationServerKey() {
            return bytesOf(localStorage.getItem(key)!).buffer
          },
        },
      } as unknown as PushSubscription
      Notification.requestPermission = async () => 'granted'
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem(key, options!.applicationServerKey as string)
        return subscription
      }
      PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) ? subscription : null)
    },
    [phone.subscription, SUBSCRIBED] as const,
  )

/** The person has allowed notifications, and looks at another window. */
export async function receivesPushes(context: BrowserContext, phone: PushBrowser): Promise<void> {
  await subscribesTo(phone, context)
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    document.hasFocus = () => false
  })
}

/** A server of the file's own, and what stands for the push services: a test sees what they get. There once a test runs. */
export function ownPushServer(): { internet: Internet; server: ServerProcess } {
  const own = {} as { internet: Internet; server: ServerProcess }
  test.beforeAll(async () => {
    own.internet = await startInternet()
    own.server = await startOtherServer(own.internet.settings)
  })
  test.afterAll(async () => {
    await own.server?.[Symbol.asyncDispose]()
    await own.internet?.[Symbol.asyncDispose]()
  })
  return own
}
