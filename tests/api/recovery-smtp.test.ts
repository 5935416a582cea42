import { readdir } from 'node:fs/promises'
import path from 'node:path'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { person, visitor } from '#tests/support/http-client.ts'
import { nthMail, startMailServer, tokenIn, type MailServer } from '#tests/support/mail.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase, startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let post: MailServer
let server: TestServer
beforeAll(async () => {
  post = await startMailServer({ refuses: true })
  server = await startTestServer({ env: { SMTP_URL: post.url, MAIL_FROM: 'The Palace <post@palace.example>' } })
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const ask = (email: string) => visitor(server).post('/auth/forgot-password', { email })

test('a mail server that is busy holds up no answer, and gets the mail at the next try', async () => {
  const ann = await person(server, 'ann')
  const asked = await ask(ann.email)
  expect(asked.status).toBe(200)
  await until('the mail server has refused it', () => post.refusals() === 1)
  expect(post.mails).toEqual([])
  post.takeMails()
  await until('the mail arrived', () => post.mails.length === 1)
  const [mail] = post.mails
  expect(mail!.to).toEqual([{ name: '', address: ann.email }])
  expect(mail!.from).toEqual({ name: 'The Palace', address: 'post@palace.example' })
  const reset = await visitor(server).post('/auth/reset-password', { token: tokenIn(mail!), password: 'a-second-throne-entirely' })
  expect(reset.status).toBe(200)
})

test('nothing is left in an outbox where there is a mail server', async () => {
  expect(await readdir(path.join(process.env['DATA_DIR']!, 'outbox')).catch(() => 'no outbox')).toBe('no outbox')
})

test('an unknown address reaches the mail server with nothing', async () => {
  const bob = await person(server, 'bob')
  const before = post.mails.length
  await ask('nobody@people.example')
  await ask(bob.email)
  await until('the other mail arrived', () => post.mails.length > before)
  expect(post.mails.slice(before).map(({ to }) => to?.[0]?.address)).toEqual([bob.email])
})

test('without a mail server the mail lies in the outbox and the log prints its link', async () => {
  const storeUri = freshDatabase()
  const own = await startServerProcess({ MONGODB_URI: storeUri, SMTP_URL: '' })
  onTestFinished(async () => {
    await own[Symbol.asyncDispose]()
    await mongoose.connection.getClient().db(new URL(storeUri).pathname.slice(1)).dropDatabase()
  })
  const cleo = await person(own, 'cleo')
  await visitor(own).post('/auth/forgot-password', { email: cleo.email })
  const token = tokenIn(await nthMail(own.dataDir, cleo.email))
  await until('the log prints the link', () => own.log().includes(`${own.url}/reset-password?token=${token}`))
  expect(own.log()).not.toContain(cleo.email)
})
