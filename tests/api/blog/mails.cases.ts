import mongoose from 'mongoose'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BLOG_MAIL_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogMailsView } from '#contract/blog.mails.ts'
import type { BlogPostView } from '#contract/blog.ts'
import { makeDue } from '#tests/support/due-jobs.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailServer as post } from '#tests/support/shared-mail-server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let king: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'king')
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
})
afterAll(() => server.close())

const nobody = () => visitor(server)
const rows = (name: string) => mongoose.connection.collection(name)
const to = (address: string) => post.mails.filter((mail) => mail.to?.[0]?.address === address)
const header = (mail: Email, key: string) => mail.headers.find((one) => one.key === key)?.value
const letterTo = async (address: string, nth = 1) => {
  await until(`letter ${nth} to ${address}`, () => to(address).length >= nth)
  return /blog-mail\?confirm=([\w-]+)/.exec(to(address)[nth - 1]!.text!)![1]!
}
const ask = (email: string) => nobody().post('/blog/mails/ask', { email })
async function subscribed(): Promise<string> {
  const email = `reader-${++count}@people.example`
  await ask(email)
  await nobody().post('/blog/mails/confirm', { token: await letterTo(email) })
  return email
}
const issue = async (given: object = {}) => {
  const slug = `mailed-${++count}`
  const { body } = await king.post<BlogPostView>('/blog/posts', {
    title: `Decree ${count}`,
    slug,
    content: 'Hear ye.',
    published: true,
    ...given,
  })
  return body
}
const articlesTo = (address: string, { title }: BlogPostView) =>
  to(address).filter(({ subject }) => subject === title)
const MAILING = { kind: { $in: ['mail-decree', 'mail:decree'] } }
const allMailed = () => until('all is mailed', async () => (await rows('jobs').countDocuments(MAILING)) === 0)
const verify = ({ id }: Person) =>
  rows('users').updateOne({ _id: new mongoose.Types.ObjectId(id) }, { $set: { emailVerified: true } })

it('an address gets articles only after its link, and ends it as mail programs do (RFC 8058)', async () => {
  const [reader, silent] = [await subscribed(), 'silent@people.example']
  await ask(silent)
  await letterTo(silent)
  const first = await issue({ excerpt: 'Rubber & <b>wielded</b> wisely.' })
  await allMailed()
  expect(articlesTo(silent, first)).toEqual([])
  const [mail] = articlesTo(reader, first)
  expect(mail!.text).toContain(`${server.url}/blog/${first.slug}`)
  expect(mail!.html).toContain('Rubber &amp; &lt;b&gt;wielded')
  const link = /^<(.+)>$/.exec(header(mail!, 'list-unsubscribe')!)![1]!
  expect(header(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(link).not.toContain('reader')
  // A GET leads to a page, and ends nothing.
  const followed = await fetch(link, { redirect: 'manual' })
  expect([followed.status, followed.headers.get('location')]).toEqual([
    302,
    `/blog-mail?end=${link.split('/').at(-1)}`,
  ])
  expect(mail!.text).toContain(`${server.url}/blog-mail?end=${link.split('/').at(-1)}`)
  expect(await rows('decree_subscriptions').countDocuments({ email: reader })).toBe(1)
  for (const _again of [1, 2]) {
    const ended = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect([ended.status, await ended.json()]).toEqual([200, { message: BLOG_MAIL_MESSAGES.ended }])
  }
  const second = await issue()
  await allMailed()
  expect(articlesTo(reader, second)).toEqual([])
})

it('the answer is the same for every address, and a subscribed one gets no other letter', async () => {
  const reader = await subscribed()
  const [known, unknown] = [await ask(reader), await ask('stranger@people.example')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  await letterTo('stranger@people.example')
  await until(
    'all letters are written',
    async () => (await rows('jobs').countDocuments({ kind: /^mail:/ })) === 0,
  )
  expect(to(reader)).toHaveLength(1)
})

it('a link works once, the latest one only, and no token is stored', async () => {
  const email = 'twice@people.example'
  await ask(email)
  const first = await letterTo(email)
  await ask(email)
  const second = await letterTo(email, 2)
  const stored = JSON.stringify(await rows('decree_subscriptions').find().toArray())
  expect(stored).not.toContain(second)
  const answers = []
  for (const token of [first, second, second])
    answers.push((await nobody().post('/blog/mails/confirm', { token })).status)
  expect(answers).toEqual([400, 200, 400])
  const { _id } = (await rows('decree_subscriptions').findOne({ email }))!
  expect((await nobody().post(`/blog/mails/end/${String(_id)}.forged`)).status).toBe(400)
  expect(await rows('decree_subscriptions').countDocuments({ email })).toBe(1)
})

it('an article that is hidden and shown again is mailed once; one that is hidden before is not mailed', async () => {
  const reader = await subscribed()
  const article = await issue()
  await allMailed()
  await king.patch(`/blog/posts/${article.id}`, { published: false })
  const late = await subscribed()
  await king.patch(`/blog/posts/${article.id}`, { published: true })
  await allMailed()
  expect([articlesTo(reader, article), articlesTo(late, article)].map(({ length }) => length)).toEqual([1, 0])
})

it('a draft is mailed when its time comes', async () => {
  const reader = await subscribed()
  const article = await issue({ published: false, publishAt: new Date(Date.now() + 1_000).toISOString() })
  expect(articlesTo(reader, article)).toEqual([])
  await until('it is mailed', () => articlesTo(reader, article).length === 1)
})

it('a busy mail server gets each mail again; an address that does not exist is forgotten', async () => {
  const [reader, gone] = [await subscribed(), await subscribed()]
  post.closeAddress(gone)
  post.refuseMails()
  const before = post.refusals()
  const article = await issue()
  await until('it was refused', () => post.refusals() >= before + 2)
  post.takeMails()
  await until('it arrived', async () => {
    await makeDue({ kind: 'mail:decree' })
    return articlesTo(reader, article).length === 1
  })
  await until(
    'the address is forgotten',
    async () => (await rows('decree_subscriptions').countDocuments({ email: gone })) === 0,
    20_000,
  )
  await allMailed()
  expect(articlesTo(reader, article)).toHaveLength(1)
}, 60_000)

it('a person switches it with a confirmed address only, and the mails follow a new one', async () => {
  const ann = await person(server, 'ann')
  const own = async () => (await ann.get<BlogMailsView>('/blog/mails')).body
  // Somebody else's subscription of an address that the account has not confirmed.
  await ask(ann.email)
  await nobody().post('/blog/mails/confirm', { token: await letterTo(ann.email) })
  expect(await own()).toEqual({ available: true, address: null, subscribed: false })
  expect((await ann.put('/blog/mails', { subscribed: true })).status).toBe(409)
  await ann.put('/blog/mails', { subscribed: false })
  await verify(ann)
  expect(await own()).toEqual({ available: true, address: ann.email, subscribed: true })
  await ann.put('/blog/mails', { subscribed: false })
  expect((await own()).subscribed).toBe(false)
  expect((await ann.put<BlogMailsView>('/blog/mails', { subscribed: true })).body.subscribed).toBe(true)
  await rows('users').updateOne(
    { _id: new mongoose.Types.ObjectId(ann.id) },
    { $set: { email: 'ann.moved@people.example' } },
  )
  const article = await issue()
  await allMailed()
  expect([ann.email, 'ann.moved@people.example'].map((one) => articlesTo(one, article).length)).toEqual([
    0, 1,
  ])
})

it('a deleted account takes the subscription of its address along only if the address was confirmed', async () => {
  const { deleteOwnAccount } = await import('#server/features/account/erasure/deletion.service.ts')
  const stranger = await person(server, 'stranger')
  const owner = await person(server, 'owner')
  await verify(owner)
  const left = []
  for (const { id, email } of [stranger, owner]) {
    await ask(email)
    await nobody().post('/blog/mails/confirm', { token: await letterTo(email) })
    await deleteOwnAccount({ id } as Parameters<typeof deleteOwnAccount>[0])
    const isErased = { 'payload.userId': id, kind: 'erase-account', progress: 'once more' }
    await until('it is erased', async () => (await rows('jobs').countDocuments(isErased)) === 1)
    left.push(await rows('decree_subscriptions').countDocuments({ email }))
  }
  expect(left).toEqual([1, 0])
})

it('many subscribers are mailed in batches', async () => {
  const confirmedAt = new Date()
  await rows('decree_subscriptions').insertMany(
    Array.from({ length: 210 }, (_, at) => ({ email: `crowd-${at}@people.example`, confirmedAt })),
  )
  const article = await issue()
  await until(
    'all got it',
    () => post.mails.filter(({ subject }) => subject === article.title).length >= 210,
    60_000,
  )
  await allMailed()
  const addresses = post.mails
    .filter(({ subject }) => subject === article.title)
    .map((mail) => mail.to![0]!.address)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.filter((one) => one!.startsWith('crowd-'))).toHaveLength(210)
}, 90_000)
