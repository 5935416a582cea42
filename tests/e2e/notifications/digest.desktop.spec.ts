import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { MongoClient } from 'mongodb'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startMailServer, type MailServer } from '#tests/support/mail.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { createPost, react } from '#tests/e2e/support/calls.ts'

// The run's servers have no mail server: this file brings a server with one.
let post: MailServer
let server: ServerProcess
test.beforeAll(async () => {
  post = await startMailServer()
  server = await startServerProcess({ SMTP_URL: post.url, CONFIRM_ADDRESS: 'off', LOG_LEVEL: 'warn' })
})
test.afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await post?.close()
})

test('unread notifications are mailed after they were asked for, and a link ends that', async ({ guest }) => {
  const [ann, fan] = [await guest('Ann', server.url), await guest('Fan', server.url)]
  const store = await attachEmbedded(server.dataDir)
  const client = await MongoClient.connect(store!.uri)
  try {
    const db = client.db()
    await ann.page.goto('/settings?section=notifications')
    await expect(ann.page.getByText('Confirm your email address first')).toBeVisible()
    await db.collection('users').updateOne({ handle: ann.handle }, { $set: { emailVerified: true } })
    await ann.page.reload()
    const card = ann.page.getByRole('group', { name: `Mail my unread notifications to ${ann.handle}@` })
    await expect(card.getByRole('radio', { name: 'Never' })).toBeChecked()
    await card.getByRole('radio', { name: 'Daily' }).check()
    await expect(card.getByRole('radio', { name: 'Daily' })).toBeChecked()
    expect(await complaints(ann.page)).toEqual([])
    await ann.page.reload()
    await expect(card.getByRole('radio', { name: 'Daily' })).toBeChecked()

    await react(fan, (await createPost(ann, 'Anybody there?')).id, '💩')
    await expect
      .poll(() => db.collection('notifications').countDocuments({ message: 'Fan reacted 💩 to your post' }))
      .toBe(1)
    await db.collection('notification_digests').updateMany({}, { $set: { nextAt: new Date(0) } })
    await db.collection('jobs').updateOne({ kind: 'digests' }, { $set: { dueAt: new Date(0) } })
    const mail = () => post.mails.find(({ subject }) => subject === 'Fan reacted 💩 to your post')
    await expect.poll(mail).toBeDefined()
    const page = await (await ann.page.context().browser()!.newContext()).newPage()
    await page.goto(/https?:\S+digest-mail\?end=\S+/.exec(mail()!.text!)![0])
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You will get no more news by mail.')).toBeVisible()
    expect(await complaints(page)).toEqual([])
    await page.context().close()
    // [L55] The open settings follow.
    await expect(card.getByRole('radio', { name: 'Never' })).toBeChecked()
  } finally {
    await client.close()
    await store!.close()
  }
})
