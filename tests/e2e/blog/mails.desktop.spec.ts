import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { MongoClient } from 'mongodb'
import type { Page } from 'playwright/test'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startMailServer, type MailServer } from '#tests/support/mail.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

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
  await grantAdmin(king.handle, server.dataDir)
  await expect
    .poll(async () => (await king.page.request.get(`${server.url}/api/blog/counts`)).status())
    .toBe(200)
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

  await king.page.goto('/blog-admin/decree')
  await king.page.getByLabel('Title').fill('Of the herald')
  await king.page.getByLabel('Content').fill('Hear ye.')
  await king.page.getByLabel('Published').check()
  await king.page.getByRole('button', { name: 'Publish' }).click()
  await expect(king.page).toHaveURL(`${server.url}/blog-admin`)
  const mail = await mailTo(address, 2)
  expect(mail.subject).toBe('Of the herald')
  await page.goto(linkIn(mail.text, 'end'))
  await expect(page.getByRole('heading', { name: 'No more decrees?' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('No more decrees will be mailed to thee.')).toBeVisible()
})

test('a person with a confirmed address has a switch, below an article as well', async ({ guest }) => {
  const ann = await guest('Ann', server.url)
  const store = await attachEmbedded(server.dataDir)
  const client = await MongoClient.connect(store!.uri)
  const verified = { $set: { emailVerified: true } }
  await client.db().collection('users').updateOne({ handle: ann.handle }, verified)
  await client.close()
  await store!.close()
  await ann.page.goto('/blog')
  const mails = form(ann.page).getByRole('switch', { name: 'Mail me new decrees' })
  // It moves with the answer.
  await mails.click()
  await expect(mails).toBeChecked()
  const isOn = async () =>
    ((await (await ann.page.request.get(`${server.url}/api/blog/mails`)).json()) as { subscribed: boolean })
      .subscribed
  await expect.poll(isOn).toBe(true)
  await ann.page.reload()
  await expect(mails).toBeChecked()
  await mails.click()
  await expect.poll(isOn).toBe(false)
})

test('without a mail server nothing is offered', async ({ page }) => {
  const answered = page.waitForResponse(async (answer) => {
    const isBatch = new URL(answer.url()).pathname === '/api/batch'
    return (
      answer.url().endsWith('/api/blog/mails') ||
      (isBatch && (answer.request().postData() ?? '').includes('/blog/mails'))
    )
  })
  await page.goto('/blog')
  await answered
  await expect(form(page)).toHaveCount(0)
})
