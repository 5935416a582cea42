import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { ConversationWith, MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let number = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ann = await person(server, `senders_ann_${number}`)
  bob = await person(server, `senders_bob_${number}`)
})

const choose = (who: Person, messagesFrom: string) =>
  who.put<PrivacySettingsView>('/user/privacy-settings', { messagesFrom })
const send = (from: Person, to: Person, clientId?: string) =>
  from.post<MessageView | string>('/messages', {
    receiverId: to.id,
    content: 'Knock.',
    ...(clientId && { clientId }),
  })
const can = async (from: Person, to: Person) =>
  (await from.get<ConversationWith>(`/messages/with/${to.id}`)).body.can

/** The account of a person who said at the registration that they were 16 or 17. */
async function registeredAt16(who: Person, at = new Date()): Promise<void> {
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
  await UserModel.updateOne(
    { _id: who.id },
    { agreed: { ageBand: '16-17', terms: '2026-11', privacy: '2026-11', at } },
  )
  forgetViewer(who.id)
}

describe('Who may write to a person', () => {
  it('is everyone at first', async () => {
    expect(await can(ann, bob)).toEqual({ send: true })
    expect((await send(ann, bob)).status).toBe(201)
  })

  it('is nobody by choice: a first message is refused with a sentence that does not name the choice', async () => {
    await choose(bob, 'nobody')
    await bob.post(`/users/${ann.id}/follow`)
    expect(await can(ann, bob)).toEqual({ send: false, why: MESSAGES.messagesClosed })
    expect(await send(ann, bob)).toMatchObject({ status: 403, text: MESSAGES.messagesClosed })
    await choose(bob, 'followed')
    expect(await can(ann, bob)).toEqual({ send: true })
    expect((await send(ann, bob)).status).toBe(201)
  })

  it('are the people they follow by choice, and a follow in the other direction does not help', async () => {
    await choose(bob, 'followed')
    await ann.post(`/users/${bob.id}/follow`)
    expect(await can(ann, bob)).toEqual({ send: false, why: MESSAGES.messagesClosed })
    expect((await send(ann, bob)).status).toBe(403)
    await bob.post(`/users/${ann.id}/follow`)
    expect((await send(ann, bob)).status).toBe(201)
  })

  it('does not end a conversation that exists, nor the answer of whom the person writes to', async () => {
    await send(ann, bob)
    await choose(bob, 'nobody')
    expect(await can(ann, bob)).toEqual({ send: true })
    expect((await send(ann, bob)).status).toBe(201)
    const cat = await person(server, `senders_cat_${number}`)
    await send(bob, cat)
    expect((await send(cat, bob)).status).toBe(201)
  })

  it('refuses a retry of nothing that was sent, and answers one of a message that was', async () => {
    const clientId = crypto.randomUUID()
    const first = await send(ann, bob, clientId)
    await choose(bob, 'nobody')
    expect(await send(ann, bob, clientId)).toMatchObject({ status: 200, body: first.body })
    expect((await send(bob, ann)).status).toBe(201)
  })

  it('is pushed to the open pages of the person, as a refetch would answer it', async () => {
    const events = await recordEvents('privacy:updated')
    await choose(bob, 'followed')
    const { body } = await bob.get<PrivacySettingsView>('/user/privacy-settings')
    expect(body.messagesFrom).toBe('followed')
    expect(events.stop().at(-1)?.payload).toMatchObject({ userId: bob.id, settings: body })
  })

  it('are at most the people they follow until a person is 18, and that is their default', async () => {
    await registeredAt16(bob)
    expect((await bob.get<PrivacySettingsView>('/user/privacy-settings')).body).toMatchObject({
      messagesFrom: 'followed',
      messagesFromChoices: ['followed', 'nobody'],
    })
    expect((await send(ann, bob)).status).toBe(403)
    expect(await choose(bob, 'everyone')).toMatchObject({ status: 403, text: MESSAGES.messagesMinor })
    expect((await choose(bob, 'nobody')).body.messagesFrom).toBe('nobody')
    const twoYearsAgo = new Date()
    twoYearsAgo.setUTCFullYear(twoYearsAgo.getUTCFullYear() - 2)
    await registeredAt16(bob, twoYearsAgo)
    expect((await choose(bob, 'everyone')).body.messagesFrom).toBe('everyone')
  })

  it('stays as it was when a person turns 18 and has not chosen', async () => {
    const twoYearsAgo = new Date()
    twoYearsAgo.setUTCFullYear(twoYearsAgo.getUTCFullYear() - 2)
    await registeredAt16(bob, twoYearsAgo)
    expect((await bob.get<PrivacySettingsView>('/user/privacy-settings')).body).toMatchObject({
      messagesFrom: 'followed',
      messagesFromChoices: ['everyone', 'followed', 'nobody'],
    })
  })
})
