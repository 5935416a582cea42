import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { MongoClient } from 'mongodb'
import type { Page } from 'playwright/test'
import { createPost, react } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startMailServer, type MailServer } from '#tests/support/mail.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

// The run's servers have no mail server: this file brings a server with one. That nothing is offered without one is
// tested in tests/pages/blog/articles.test.ts.
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

const form = (page: Page) => page.getByRole('region', { name: 'Decrees by mail' })
const mailTo = async (address: string, nth: number) => {
  const mails = () => post.mails.filter((mail) => mail.to?.[0]?.address === address)
  await expect.poll(() => mails().length).toBeGreaterThanOrEqual(nth)
  return mails()[nth - 1]!
}
const linkIn = (text: string | undefined, name: 'confirm' | 'end') =>
  new RegExp(`/blog-mail\\?${name}=[\\w.-]+`).exec(text ?? '')![0]

test('a visitor subscribes by a link, reads the mailed article, and ends it by a button', async ({
  guest,
  openContext,
}) => {
  const king = await guest('King', server.url)
  await grantAdmin(king, server.dataDir)
  const page = await (await openContext(server.url)).newPage()
  const address = 'reader@people.example'
  await page.goto('/blog')
  await form(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(form(page)).toContainText('Please enter a valid email')
  await form(page).getByLabel('Email').fill(address)
  await form(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(form(page).getByRole('status')).toContainText('a letter with a link is on its way')
  expect(await complaints(page)).toEqual([])
  await page.goto(linkIn((await mailTo(address, 1)).text, 'confirm'))
  await page.getByRole('button', { name: 'Bring me decrees' }).click()
  await expect(page.getByText('Every new decree will be brought to thee.')).toBeVisible()

  const article = { title: 'Of the herald', slug: 'of-the-herald', content: 'Hear ye.', published: true }
  await king.context.request.post('/api/blog/posts', { data: article })
  const mail = await mailTo(address, 2)
  expect(mail.subject).toBe('Of the herald')
  await page.goto(linkIn(mail.text, 'end'))
  await expect(page.getByRole('heading', { name: 'No more decrees?' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('No more decrees will be mailed to thee.')).toBeVisible()
})

test('a person with a confirmed address has a switch for decrees; unread notifications are mailed after they were asked for, and a link ends that', async ({
  guest,
}) => {
  const [ann, fan] = [await guest('Ann', server.url), await guest('Fan', server.url)]
  const store = await attachEmbedded(server.dataDir)
  const client = await MongoClient.connect(store!.uri)
  try {
    const db = client.db()
    await ann.page.goto('/settings?section=notifications')
    await expect(ann.page.getByText('Confirm your email address first')).toBeVisible()
    await db.collection('users').updateOne({ handle: ann.handle }, { $set: { emailVerified: true } })

    await ann.page.goto('/blog')
    const mails = form(ann.page).getByRole('switch', { name: 'Mail me new decrees' })
    // It moves with the answer.
    await mails.click()
    await expect(mails).toBeChecked()
    const isOn = async () =>
      ((await (await ann.context.request.get('/api/blog/mails')).json()) as { subscribed: boolean })
        .subscribed
    await expect.poll(isOn).toBe(true)
    await ann.page.reload()
    await expect(mails).toBeChecked()
    await mails.click()
    await expect.poll(isOn).toBe(false)

    await ann.page.goto('/settings?section=notifications')
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
