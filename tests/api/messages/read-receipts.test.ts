import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let ann: Person
let bob: Person
let number = 0
let id: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ann = await person(server, `receipt_ann_${number}`)
  bob = await person(server, `receipt_bob_${number}`)
  id = (await send(ann, bob)).conversationId
  await send(bob, ann)
})

const send = async (from: Person, to: Person) =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content: 'Psst.' })).body
const viewOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body.find((one) => one.id === id)!
const read = (who: Person, seq: number) => who.post<ConversationView>(`/messages/${id}/read`, { seq })
/** How far `who` sees that the other one has read. */
const seenBy = async (who: Person, of: Person) => (await viewOf(who)).readSeq[of.id]
/** Blocks, and waits for what the conversation learns after the commit: its rev rises once more then. */
async function block(who: Person, whom: Person): Promise<void> {
  const { bus } = await import('#server/platform/bus.ts')
  await who.post(`/users/${whom.id}/block`)
  await bus.settled()
}
const unblock = (who: Person, whom: Person) => who.delete(`/users/${whom.id}/block`)

/** Switches read receipts, and waits until the conversation has the setting. */
async function receipts(who: Person, on: boolean): Promise<void> {
  const { body } = await who.put<PrivacySettingsView>('/user/privacy-settings', { readReceipts: on })
  expect(body.readReceipts).toBe(on)
  const { memberships } = await import('#server/features/messages/memberships.model.ts')
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  await until('the conversation has the setting, and both are told', async () => {
    const own = await memberships.findOne({
      conversationId: new Types.ObjectId(id),
      userId: new Types.ObjectId(who.id),
    })
    const waiting = { kind: 'read-receipts', key: who.id }
    return (own?.hidesReads ?? false) === !on && !(await JobModel.exists(waiting))
  })
}

describe('[L42] A person without read receipts', () => {
  it('neither shows how far they have read nor sees it, until they switch them on again', async () => {
    await read(bob, 1)
    await read(ann, 2)
    expect(await seenBy(ann, bob)).toBe(1)
    await receipts(bob, false)
    expect(await seenBy(ann, bob)).toBe(0)
    expect(await seenBy(bob, ann)).toBe(0)
    await send(ann, bob)
    const own = await read(bob, 3)
    expect(own.body).toMatchObject({ unreadCount: 0, readSeq: { [bob.id]: 3, [ann.id]: 0 } })
    expect(await seenBy(ann, bob)).toBe(0)
    await receipts(bob, true)
    expect(await seenBy(ann, bob)).toBe(3)
    expect(await seenBy(bob, ann)).toBe(2)
  })

  it('reads without a push or a rev for the other one, who reads unseen as well', async () => {
    await receipts(bob, false)
    const [anns, bobs] = [await viewOf(ann), await viewOf(bob)]
    const recording = await recordEvents('conversation:updated')
    await read(bob, 1)
    expect(await viewOf(ann)).toEqual(anns)
    await read(ann, 2)
    expect((await viewOf(bob)).rev).toBe(bobs.rev + 1)
    const pushed = recording
      .stop()
      .flatMap(({ name, payload }) => (name === 'conversation:updated' ? [payload.userId] : []))
    expect(pushed).toEqual([bob.id, ann.id])
  })

  it('is followed by open pages at once, with what a refetch shows', async () => {
    await read(bob, 1)
    const recording = await recordEvents('conversation:updated')
    const newest = (who: Person) =>
      recording.heard
        .flatMap(({ name, payload }) =>
          name === 'conversation:updated' && payload.userId === who.id ? [payload.conversation] : [],
        )
        .at(-1)
    for (const on of [false, true]) {
      await receipts(bob, on)
      for (const who of [ann, bob]) {
        await until('the page has it', () => newest(who)?.readSeq[bob.id] === (on || who === bob ? 1 : 0))
        expect(newest(who)).toEqual(await viewOf(who))
      }
    }
    recording.stop()
  })

  it('shows nothing in a conversation that begins afterwards', async () => {
    const cat = await person(server, `receipt_cat_${number}`)
    await receipts(bob, false)
    id = (await send(cat, bob)).conversationId
    await bob.post(`/messages/${id}/accept`)
    await read(bob, 1)
    expect(await seenBy(cat, bob)).toBe(0)
  })

  it('does not tell a blocked person, who sees the position of the moment of the block', async () => {
    await read(bob, 1)
    await block(bob, ann)
    const before = await viewOf(ann)
    await receipts(bob, false)
    expect(await viewOf(ann)).toEqual(before)
    await unblock(bob, ann)
    expect(await seenBy(ann, bob)).toBe(0)
  })

  it('hides the position also when they block somebody later', async () => {
    await read(bob, 1)
    await receipts(bob, false)
    await block(bob, ann)
    expect(await seenBy(ann, bob)).toBe(0)
    await receipts(bob, true)
    expect(await seenBy(ann, bob)).toBe(0)
  })

  it('hides what they read before the job has come to the conversation, with a push for the other one', async () => {
    const { memberships } = await import('#server/features/messages/memberships.model.ts')
    await read(bob, 1)
    await send(ann, bob)
    await receipts(bob, false)
    await memberships.updateMany({}, { $unset: { hidesReads: 1 } })
    const before = await viewOf(ann)
    expect(before.readSeq[bob.id]).toBe(1)
    const recording = await recordEvents('conversation:updated')
    await read(bob, 3)
    const after = await viewOf(ann)
    expect(after.readSeq[bob.id]).toBe(0)
    expect(after.rev).toBeGreaterThan(before.rev)
    expect(
      recording
        .stop()
        .flatMap(({ name, payload }) =>
          name === 'conversation:updated' && payload.userId === ann.id ? [payload.conversation] : [],
        ),
    ).toEqual([after])
  })
})
