import { readdir } from 'node:fs/promises'
import path from 'node:path'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDue } from '#tests/support/due-jobs.ts'
import { person, visitor } from '#tests/support/http-client.ts'
import { tokenIn } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailServer as post } from '#tests/support/shared-mail-server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (email: string) => visitor(server).post('/auth/forgot-password', { email })

test('a busy mail server delays no answer, and gets the mail at the next attempt', async () => {
  const ann = await person(server, 'smtp_ann')
  post.refuseMails()
  const asked = await ask(ann.email)
  expect(asked.status).toBe(200)
  await until('the mail server has refused it', () => post.refusals() === 1)
  expect(post.mails).toEqual([])
  post.takeMails()
  await until('the mail arrived', async () => {
    await makeDue({ kind: 'mail:reset-password' })
    return post.mails.length === 1
  })
  const [mail] = post.mails
  expect(mail!.to).toEqual([{ name: '', address: ann.email }])
  expect(mail!.from).toEqual({ name: 'The Palace', address: 'post@palace.example' })
  const reset = await visitor(server).post('/auth/reset-password', {
    token: tokenIn(mail!),
    password: 'a-second-throne-entirely',
  })
  expect(reset.status).toBe(200)
  await until('the notice arrived', () => post.mails.length === 2)
  expect(post.mails[1]!.subject).toBe('Your Royal Flush password was changed')
})

const MAILS = { kind: /^mail:/ }

test('a queued mail contains no token, and is deleted once it is sent', async () => {
  const waiting = mongoose.connection.collection('jobs')
  post.refuseMails()
  const dora = await person(server, 'smtp_dora')
  await ask(dora.email)
  await ask('nobody-at-all@people.example')
  // The mail to the unknown address was dropped.
  await until(
    'one is left, and was tried',
    async () =>
      (await waiting.countDocuments(MAILS)) === 1 &&
      (await waiting.countDocuments({ ...MAILS, attempts: { $gte: 1 } })) === 1,
  )
  const rows = await waiting.find(MAILS).toArray()
  expect(rows.map(({ kind, payload }) => [kind, payload])).toEqual([
    ['mail:reset-password', { email: dora.email }],
  ])
  post.takeMails()
  await until('it is gone', async () => {
    await makeDue({ kind: 'mail:reset-password' })
    return (await waiting.countDocuments(MAILS)) === 0
  })
  expect(post.mails.at(-1)!.to?.[0]?.address).toBe(dora.email)
})

test('a mail that cannot be sent in time is given up', async () => {
  const waiting = mongoose.connection.collection('jobs')
  post.refuseMails()
  const before = post.mails.length
  const emil = await person(server, 'smtp_emil')
  await ask(emil.email)
  await until(
    'it was refused',
    async () => (await waiting.countDocuments({ ...MAILS, attempts: { $gte: 1 } })) === 1,
  )
  await waiting.updateMany(MAILS, { $set: { dueAt: new Date(), expiresAt: new Date(Date.now() + 500) } })
  await until('it is gone', async () => (await waiting.countDocuments(MAILS)) === 0)
  expect(post.mails).toHaveLength(before)
  post.takeMails()
})

test('with a mail server the outbox folder stays empty', async () => {
  expect(await readdir(path.join(process.env['DATA_DIR']!, 'outbox')).catch(() => 'no outbox')).toBe(
    'no outbox',
  )
})

test('no mail is sent to an unknown address', async () => {
  const bob = await person(server, 'smtp_bob')
  const before = post.mails.length
  await ask('nobody@people.example')
  await ask(bob.email)
  await until('the other mail arrived', () => post.mails.length > before)
  expect(post.mails.slice(before).map(({ to }) => to?.[0]?.address)).toEqual([bob.email])
})
