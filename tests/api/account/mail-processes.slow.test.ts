import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SessionView } from '#contract/account.ts'
import { person, visitor } from '#tests/support/http-client.ts'
import { nthMail, startMailServer, tokenIn, type MailServer } from '#tests/support/mail.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let post: MailServer
let client: MongoClient
let storeUri: string
beforeAll(async () => {
  post = await startMailServer()
  client = await MongoClient.connect(freshDatabase())
})
beforeEach(() => {
  storeUri = freshDatabase()
})
afterAll(async () => {
  await client.close()
  await post.close()
})

const store = () => client.db(new URL(storeUri).pathname.slice(1))
const MAILS = { kind: /^mail:/ }

/** A server with a database of its own, for one test. */
async function startOwn(env: Record<string, string>): Promise<ServerProcess> {
  const own = await startServerProcess({ MONGODB_URI: storeUri, ...env })
  onTestFinished(async () => {
    await own[Symbol.asyncDispose]()
    await store().dropDatabase()
  })
  return own
}

test('a queued mail survives its process', async () => {
  post.refuseMails()
  const own = await startOwn({ SMTP_URL: post.url, CONFIRM_ADDRESS: 'off' })
  const fay = await person(own, 'fay')
  await visitor(own).post('/auth/forgot-password', { email: fay.email })
  await until('it was refused', () => post.refusals() > 0)
  await own.kill()
  post.takeMails()
  // Its lease expires.
  await store()
    .collection('jobs')
    .updateMany(MAILS, { $set: { dueAt: new Date() } })
  const before = post.mails.length
  await own.start()
  await until('the mail arrived', () => post.mails.length > before)
  const again = await visitor(own).post('/auth/reset-password', {
    token: tokenIn(post.mails.at(-1)!),
    password: 'a-second-throne-entirely',
  })
  expect(again.status).toBe(200)
})

test('where there is a mail server, a new account confirms its address, and a mail brings the link', async () => {
  const own = await startOwn({ SMTP_URL: post.url, CONFIRM_ADDRESS: 'auto' })
  const gil = await person(own, 'gil')
  expect(gil.user.mustConfirm).toBe(true)
  const mailToGil = () => post.mails.find(({ to }) => to?.[0]?.address === gil.email)
  await until('the mail arrived', () => mailToGil() !== undefined)
  const token = tokenIn(mailToGil()!)
  expect((await visitor(own).post('/auth/email/confirm', { token })).status).toBe(200)
  expect((await gil.get<SessionView>('/auth/me')).body.user.mustConfirm).toBe(false)
})

test('without a mail server the mail is written to the outbox folder, and a development server logs its link', async () => {
  const { log, link } = await resetWithoutMailServer({ NODE_ENV: 'development' })
  await until('the log prints the link', () => log().includes(link))
  expect(log()).not.toContain('cleo@people.example')
})

test('in production no link is logged, and an error in the log names what is missing', async () => {
  const { log, link } = await resetWithoutMailServer({
    NODE_ENV: 'production',
    ALLOW_UNSAFE_PRODUCTION: 'yes',
  })
  await until('the mail is told of', () => log().includes('lies in the outbox'))
  expect(log()).not.toContain(link.split('?')[1])
  expect(log()).toContain('UNSAFE PRODUCTION')
  expect(log()).toContain('SMTP_URL must be set in production')
})

/**
 * A server without a mail server, after a request for a link: the link, and the server's log.
 */
async function resetWithoutMailServer(
  env: Record<string, string>,
): Promise<{ log: () => string; link: string }> {
  const own = await startOwn({ SMTP_URL: '', ...env })
  const cleo = await person(own, 'cleo')
  await visitor(own).post('/auth/forgot-password', { email: cleo.email })
  return {
    log: () => own.log(),
    link: `${own.url}/reset-password?token=${tokenIn(await nthMail(own.dataDir, cleo.email))}`,
  }
}
