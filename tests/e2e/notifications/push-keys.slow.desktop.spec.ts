import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PushView } from '#contract/notifications.push.ts'
import { comment, createPost } from '#tests/e2e/support/calls.ts'
import { receivesPushes, SUBSCRIBED } from '#tests/e2e/support/push.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { openPushBrowser } from '#tests/support/push-service.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

test.use({ serviceWorkers: 'allow' })

let internet: Internet
let server: ServerProcess
test.beforeAll(async () => {
  internet = await startInternet()
  server = await startServerProcess({ LOG_LEVEL: 'warn', ...internet.settings })
})
test.afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await internet?.[Symbol.asyncDispose]()
})

test('after new keys of web push a device subscribes by itself at the next visit', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann', server.url), await guest('Bob', server.url)]
  const phone = openPushBrowser(internet)
  const { page, context } = ann
  await receivesPushes(context, phone)
  await page.goto('/settings?section=notifications')
  await page.getByRole('switch', { name: 'Pushes on this device' }).check()
  await expect(page.getByRole('switch', { name: 'Push comments' })).toBeChecked()
  const key = () => page.evaluate((name) => localStorage.getItem(name), SUBSCRIBED)
  const before = await key()
  await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'new-push-keys'], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: server.dataDir },
  })
  const subscribed = page.waitForResponse('**/api/notifications/push/device')
  await page.goto('/feed')
  const settings = (await (await subscribed).json()) as PushView
  expect(settings.publicKey).not.toBe(before)
  expect(await key()).toBe(settings.publicKey)
  const { id } = await createPost(ann, 'Mine')
  await comment(bob, id, 'Well said')
  expect((await phone.nth(1)).payload.title).toBe('Bob commented on your post')
})
