import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InvitationInput, InvitationView, NewInvitationView } from '#contract/account.sign-up.ts'
import type { AuditEntryView, HouseView } from '#contract/admin.ts'
import { SIGN_UP_MESSAGES, type SignUpMode } from '#contract/account.sign-up.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { accountFor, signUp } from '#tests/support/sign-up.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[king, bob] = await Promise.all([person(server, 'gate_king'), person(server, 'gate_bob')])
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
beforeEach(() => allow('open'))
afterAll(async () => {
  await allow('open')
  await server.close()
})

const allow = async (mode: SignUpMode) => {
  const { status, text } = await king.put('/admin/sign-up', { mode })
  if (status !== 200) throw new Error(text)
}
const invite = async (input: Partial<InvitationInput> = {}) => {
  const { status, body, text } = await king.post<NewInvitationView>('/admin/invitations', {
    maxUses: 1,
    days: 7,
    ...input,
  })
  if (status !== 201) throw new Error(text)
  return { token: body.token, id: body.invitation.id }
}
let count = 0
const newHandle = () => `gate_guest_${count++}`
const register = (invitation?: string, handle = newHandle()) =>
  signUp(visitor(server), accountFor(handle), { ...(invitation !== undefined && { invite: invitation }) })
const listed = async (id: string) =>
  (await king.get<InvitationView[]>('/admin/invitations')).body.find((one) => one.id === id)!
const asked = async (token?: string) =>
  (await visitor(server).get(`/auth/sign-up${token === undefined ? '' : `?invite=${token}`}`)).body
const lastEntry = async () => (await king.get<AuditEntryView[]>('/admin/audit')).body[0]
const refusedWith = (sentence: string) => expect.objectContaining({ status: 403, text: sentence })

describe('Sign-up', () => {
  test('is open by default; admins change it, with an entry in the audit log', async () => {
    expect(await asked()).toEqual({ mode: 'open', isInvited: false })
    for (const caller of [bob, visitor(server)])
      expect([401, 403]).toContain((await caller.put('/admin/sign-up', { mode: 'closed' })).status)
    expect((await king.put('/admin/sign-up', { mode: 'ajar' })).status).toBe(400)
    await allow('closed')
    expect(await lastEntry()).toMatchObject({
      action: 'house.sign-up',
      before: { mode: 'open' },
      after: { mode: 'closed' },
    })
    const { id } = (await lastEntry())!
    await allow('closed')
    expect((await lastEntry())!.id, 'the same again changes nothing').toBe(id)
    expect((await king.get<HouseView>('/admin/house')).body.signUp.mode).toBe('closed')
  })

  test('that is closed creates no account, also with an invitation; people still log in', async () => {
    const { token, id } = await invite()
    await allow('closed')
    expect(await asked(token)).toEqual({ mode: 'closed', isInvited: false })
    expect(await register()).toEqual(refusedWith(SIGN_UP_MESSAGES.closed))
    expect(await register(token)).toEqual(refusedWith(SIGN_UP_MESSAGES.closed))
    expect((await listed(id)).used).toBe(0)
    const login = { email: bob.email, password: PASSWORD }
    expect((await visitor(server).post('/auth/login', login)).status).toBe(200)
  })

  test('by invitation creates an account with an invitation alone', async () => {
    await allow('invited')
    const { token, id } = await invite({ note: 'For the choir', maxUses: 2 })
    expect(await lastEntry()).toMatchObject({
      action: 'invitation.create',
      after: { invitation: id, maxUses: 2, days: 7 },
    })
    expect(await asked()).toEqual({ mode: 'invited', isInvited: false })
    expect(await asked(token)).toEqual({ mode: 'invited', isInvited: true })
    expect(await asked('wrong')).toEqual({ mode: 'invited', isInvited: false })
    expect(await register()).toEqual(refusedWith(SIGN_UP_MESSAGES.invited))
    expect(await register('wrong')).toEqual(refusedWith(SIGN_UP_MESSAGES.invitation))
    const { status, body } = await register(token)
    expect(status).toBe(201)
    expect(await listed(id)).toMatchObject({
      note: 'For the choir',
      maxUses: 2,
      used: 1,
      people: [{ id: body.user.id, handle: body.user.handle }],
    })
    const stored = await mongoose.connection.collection('invitations').find().toArray()
    expect(JSON.stringify(stored), 'the secret is not stored').not.toContain(token)
  })

  test('does not use an invitation up when the registration fails, nor when none is needed', async () => {
    const { token, id } = await invite()
    expect((await register(token)).status, 'open').toBe(201)
    await allow('invited')
    expect(await register(token, bob.handle)).toMatchObject({ status: 409, text: MESSAGES.handleTaken })
    // Both pass the first check of the handle; the unique index refuses one within its transaction.
    const { token: two, id: twice } = await invite({ maxUses: 2 })
    const handle = newHandle()
    const twins = await Promise.all([register(two, handle), register(two, handle)])
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
    expect([(await listed(id)).used, (await listed(twice)).used]).toEqual([0, 1])
  })

  test('of several people with the last use at the same moment creates exactly one account', async () => {
    await allow('invited')
    const { token, id } = await invite()
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(token)))
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== created[0]))
      expect(answer).toEqual(refusedWith(SIGN_UP_MESSAGES.invitation))
    expect(await listed(id)).toMatchObject({ used: 1, people: [{ id: created[0]!.body.user.id }] })
  })

  test('refuses invitations that are revoked or over', async () => {
    await allow('invited')
    const revoked = await invite({ days: null })
    expect(
      (await king.delete<InvitationView>(`/admin/invitations/${revoked.id}`)).body.revokedAt,
    ).not.toBeNull()
    expect(await lastEntry()).toMatchObject({
      action: 'invitation.revoke',
      after: { invitation: revoked.id },
    })
    expect((await king.delete(`/admin/invitations/${revoked.id}`)).status).toBe(409)
    expect((await king.delete(`/admin/invitations/${'0'.repeat(24)}`)).status).toBe(404)
    const expired = await invite()
    await mongoose.connection
      .collection('invitations')
      .updateOne({ _id: new mongoose.Types.ObjectId(expired.id) }, { $set: { expiresAt: new Date() } })
    for (const { token } of [revoked, expired]) {
      expect(await asked(token)).toEqual({ mode: 'invited', isInvited: false })
      expect(await register(token)).toEqual(refusedWith(SIGN_UP_MESSAGES.invitation))
    }
  })

  test('says what is wrong with an invitation', async () => {
    for (const [input, sentence] of [
      [{ maxUses: 0 }, SIGN_UP_MESSAGES.uses],
      [{ maxUses: 51 }, SIGN_UP_MESSAGES.uses],
      [{ days: 0 }, SIGN_UP_MESSAGES.days],
      [{ days: 366 }, SIGN_UP_MESSAGES.days],
      [{ note: 'x'.repeat(81) }, SIGN_UP_MESSAGES.note],
    ] as const)
      expect(
        await king.post('/admin/invitations', { maxUses: 1, days: 7, ...input }),
        JSON.stringify(input),
      ).toMatchObject({ status: 400, text: expect.stringContaining(sentence) as string })
  })

  test('tells its person by which invitation they came; their deletion leaves its count', async () => {
    await allow('invited')
    const { token, id } = await invite()
    const guest = visitor(server)
    const handle = newHandle()
    await signUp(guest, accountFor(handle), { invite: token })
    const { body } = await guest.get<{ invitation: unknown }>('/user/export-data')
    expect(body.invitation).toEqual([{ invitation: id, at: expect.any(String) as string }])
    expect((await guest.delete('/user/delete-account')).status).toBe(204)
    await expect
      .poll(() =>
        mongoose.connection
          .collection('invitation_uses')
          .countDocuments({ invitationId: new mongoose.Types.ObjectId(id) }),
      )
      .toBe(0)
    expect(await listed(id)).toMatchObject({ used: 1, people: [] })
    expect(await register(token), 'used up for ever').toEqual(refusedWith(SIGN_UP_MESSAGES.invitation))
  })
})
