import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ConversationView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import type { SessionView } from '#contract/account.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { nthMail, outbox, tokenIn } from '#tests/support/mail.ts'
import { plain, upload } from '#tests/support/media.ts'
import { monthOldPerson } from '#tests/support/month-old-person.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const FIRST = 'Please confirm your email address first: the link is in your mailbox.'
const LINK = 'Look: https://example.org/pipes'

let server: TestServer
/** A person with a confirmed address. */
let old: Person
beforeAll(async () => {
  server = await startTestServer()
  old = await confirmed('old_hand')
})
afterAll(() => server.close())

const mailTo = (email: string, count = 1) => nthMail(process.env['DATA_DIR']!, email, count)
const confirm = (token: string) => visitor(server).post<{ message: string }>('/auth/email/confirm', { token })
const mustConfirm = async (who: Person) => (await who.get<SessionView>('/auth/me')).body.user.mustConfirm
async function confirmed(handle: string): Promise<Person> {
  const who = await person(server, handle)
  expect((await confirm(tokenIn(await mailTo(who.email)))).status).toBe(200)
  return who
}
/** The id of a group of somebody else's, who has made `who` its second admin. */
async function groupLedBy(who: Person): Promise<string> {
  const leader = await confirmed('leads_pipes')
  await who.post(`/users/${leader.id}/follow`)
  const group = { name: 'Pipes', memberIds: [who.id] }
  const { body } = await leader.post<ConversationView>('/messages/groups', group)
  expect((await leader.put(`/messages/groups/${body.id}/admins/${who.id}`)).status).toBeLessThan(300)
  expect((await who.patch(`/messages/groups/${body.id}`, { name: 'Old pipes' })).status).toBe(200)
  return body.id
}
const users = () => mongoose.connection.collection('users')

describe('A person with an unconfirmed address', () => {
  let ann: Person
  beforeAll(async () => {
    ann = await person(server, 'ann_the_new')
  })

  test('is shown that, and can write texts without links', async () => {
    expect(ann.user).toMatchObject({ mustConfirm: true, newEmail: null })
    const post = await ann.post<PostView>('/posts', { text: 'Hello. I am new.' })
    expect(post.status).toBe(201)
    expect((await ann.post(`/posts/${post.body.id}/comments`, { text: 'Nobody here?' })).status).toBe(201)
    expect((await ann.patch('/users/me', { bio: 'Still dry.' })).status).toBe(200)
  })

  test('counts as new for the spam protection, however old the account is, until the address is confirmed', async () => {
    const [{ switchProtection }, { loadViewer }] = await Promise.all([
      import('#server/features/moderation/spam/protection.service.ts'),
      import('#server/features/people/users/viewers.service.ts'),
    ])
    const admin = (await loadViewer(old.id))!
    await switchProtection(admin, true)
    onTestFinished(async () => void (await switchProtection(admin, false)))
    const longHere = await monthOldPerson(server, 'long_here', { before: ({ email }) => mailTo(email) })
    const threeTimes = async (text: string) => {
      const statuses: number[] = []
      for (let time = 0; time < 3; time++) statuses.push((await longHere.post('/posts', { text })).status)
      return statuses
    }
    expect(await threeTimes('Has anybody seen my plunger?')).toEqual([201, 201, 202])
    await longHere.post('/auth/email/confirm/again')
    expect((await confirm(tokenIn(await mailTo(longHere.email, 2)))).status).toBe(200)
    expect(await threeTimes('I have found my plunger!')).toEqual([201, 201, 201])
  })

  test('cannot write links, in any field, nor add one by an edit', async () => {
    const post = await ann.post<PostView>('/posts', { text: 'Harmless' })
    const comment = await ann.post<{ id: string }>(`/posts/${post.body.id}/comments`, { text: 'Harmless' })
    const tries = [
      ann.post('/posts', { text: LINK }),
      ann.post('/posts', { text: 'see WWW.example.org' }),
      ann.patch(`/posts/${post.body.id}`, { text: LINK }),
      ann.post(`/posts/${post.body.id}/comments`, { text: LINK }),
      ann.patch(`/comments/${comment.body.id}`, { text: LINK }),
      ann.post('/posts', { text: 'Harmless', contentWarn: LINK }),
      ann.post('/posts', { text: 'Harmless', poll: { options: ['Harmless', LINK], minutes: 60 } }),
      ann.patch('/users/me', { bio: LINK }),
      ann.patch('/users/me', { displayName: 'www.example.org' }),
      ann.patch(`/messages/groups/${await groupLedBy(ann)}`, { name: LINK }),
    ]
    for (const answer of await Promise.all(tries)) expect([answer.status, answer.text]).toEqual([403, FIRST])
  })

  test('cannot begin with a link as a name', async () => {
    const account = { email: 'bea@people.example', handle: 'bea_the_new', password: PASSWORD }
    const register = (displayName: string) =>
      visitor(server).post('/auth/register', { ...account, displayName })
    const refused = await register('www.example.org')
    expect([refused.status, refused.text]).toEqual([
      400,
      'Please choose a name without a link. You can add links when you have confirmed your email.',
    ])
    expect((await register('Bea')).status).toBe(201)
  })

  test('cannot upload files, nor send one inside a profile update', async () => {
    const png = await plain(40, 40).png().toBuffer()
    const given = { name: 'a.png', type: 'image/png', purpose: 'post' as const }
    const inline = ann.patch('/users/me', { avatarUrl: `data:image/png;base64,${png.toString('base64')}` })
    const link = ann.post('/media/upload-url', { fileExtension: 'png', size: png.length, purpose: 'post' })
    for (const answer of await Promise.all([upload(server, ann, png, given), inline, link]))
      expect([answer.status, answer.text]).toEqual([403, FIRST])
    expect((await upload(server, old, png, given)).status).toBe(201)
  })

  test('cannot write to strangers', async () => {
    const write = (content = 'Hello there') => ann.post('/messages', { receiverId: old.id, content })
    const refused = await write()
    expect([refused.status, refused.text]).toEqual([403, FIRST])
    expect((await old.get<ConversationView[]>('/messages/conversations')).body).toEqual([])
    await old.post('/messages', { receiverId: ann.id, content: 'Are you the new one?' })
    expect((await write('I am.')).status).toBe(201)
    expect((await write(LINK)).status).toBe(403)
  })

  test('can write to a follower', async () => {
    const fan = await confirmed('fan_of_ann')
    await fan.post(`/users/${ann.id}/follow`)
    expect((await ann.post('/messages', { receiverId: fan.id, content: 'Thank you' })).status).toBe(201)
  })
})

describe('The confirmation link', () => {
  test('confirms the address once, and no other address', async () => {
    const bob = await person(server, 'bob_the_new')
    const mail = await mailTo(bob.email)
    expect(mail.subject).toBe('Welcome to Royal Flush: confirm your email')
    const token = tokenIn(mail)
    expect(JSON.stringify(await users().findOne({ handle: bob.handle }))).not.toContain(token)
    const first = await confirm(token)
    expect([first.status, first.body]).toEqual([200, { message: 'Your email has been confirmed' }])
    expect((await confirm(token)).status).toBe(400)
    expect(await mustConfirm(bob)).toBe(false)
    expect((await bob.post('/posts', { text: LINK })).status).toBe(201)
    expect((await bob.post('/messages', { receiverId: old.id, content: 'Good day' })).status).toBe(201)
    expect(await outbox(process.env['DATA_DIR']!, bob.email)).toHaveLength(1)
  })

  test('is mailed again on request; the older one stops working', async () => {
    const cat = await person(server, 'cat_the_new')
    const before = tokenIn(await mailTo(cat.email))
    expect((await cat.post('/auth/email/confirm/again')).status).toBe(204)
    const after = tokenIn(await mailTo(cat.email, 2))
    expect((await confirm(before)).status).toBe(400)
    expect((await confirm(after)).status).toBe(200)
    // There is nothing to confirm, so nothing is mailed.
    expect((await cat.post('/auth/email/confirm/again')).status).toBe(204)
    expect(await mongoose.connection.collection('mails').countDocuments({ 'about.userId': cat.id })).toBe(0)
  })

  test('expires after 24 hours', async () => {
    const dan = await person(server, 'dan_the_new')
    const token = tokenIn(await mailTo(dan.email))
    const { newEmail } = (await users().findOne({ handle: dan.handle }))!
    expect(
      Math.abs((newEmail as { expiresAt: Date }).expiresAt.getTime() - Date.now() - 24 * 3600_000),
    ).toBeLessThan(60_000)
    await users().updateOne(
      { handle: dan.handle },
      { $set: { 'newEmail.expiresAt': new Date(Date.now() - 1) } },
    )
    expect((await confirm(token)).status).toBe(400)
    expect(await mustConfirm(dan)).toBe(true)
  })

  test('is not needed after a password reset by mail, which confirms as well', async () => {
    const eve = await person(server, 'eve_the_new')
    await mailTo(eve.email)
    await visitor(server).post('/auth/forgot-password', { email: eve.email })
    const reset = await visitor(server).post('/auth/reset-password', {
      token: tokenIn(await mailTo(eve.email, 2)),
      password: 'a-second-throne-entirely',
    })
    expect(reset.status).toBe(200)
    expect(await users().findOne({ handle: eve.handle })).not.toHaveProperty('unconfirmed')
  })
})

test('an account from before this feature counts as confirmed', async () => {
  const gus = await person(server, 'gus_of_old')
  await users().updateOne({ handle: gus.handle }, { $unset: { unconfirmed: 1, newEmail: 1 } })
  const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
  forgetViewer(gus.id)
  expect(await mustConfirm(gus)).toBe(false)
  expect((await gus.post('/posts', { text: LINK })).status).toBe(201)
})

test('an unconfirmed address goes to the person who confirms it, and the first account has to choose another', async () => {
  const hal = await confirmed('hal_moves')
  const wanted = 'hal@wanted.example'
  expect((await hal.put('/auth/email', { email: wanted, currentPassword: PASSWORD })).status).toBe(200)
  const token = tokenIn(await mailTo(wanted))
  const squatter = visitor(server)
  expect(
    (
      await squatter.post('/auth/register', {
        email: wanted,
        handle: 'squatter',
        displayName: 'S',
        password: PASSWORD,
      })
    ).status,
  ).toBe(201)
  expect((await confirm(token)).status).toBe(200)
  expect((await hal.get<SessionView>('/auth/me')).body.user.email).toBe(wanted)
  const { user } = (await squatter.get<SessionView>('/auth/me')).body
  expect(user).toMatchObject({ mustConfirm: true, email: expect.stringMatching(/@lost\.invalid$/) as string })
  const again = await squatter.post('/auth/email/confirm/again')
  expect([again.status, again.text]).toEqual([
    409,
    'Somebody else has confirmed that address. Please set another one in your settings.',
  ])
  expect((await visitor(server).post('/auth/login', { email: wanted, password: PASSWORD })).status).toBe(200)
})
