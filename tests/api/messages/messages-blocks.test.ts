import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationView, ConversationWith, MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const send = (from: Person, to: Person, content: string) =>
  from.post<MessageView>('/messages', { receiverId: to.id, content, clientId: crypto.randomUUID() })
const conversationOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body[0]!

describe('[L25] While a block lasts', () => {
  it("the blocked person's conversation stays as it is when the blocker reads, its rev included", async () => {
    const [ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
    await befriend(ann, bob)
    const { body: sent } = await send(bob, ann, 'Before the block')
    const { rev } = await conversationOf(bob)
    await ann.post(`/users/${bob.id}/block`)
    // Raised in the block's transaction, and once more when both are told.
    await expect.poll(async () => (await conversationOf(bob)).rev).toBe(rev + 2)
    const atBlock = await conversationOf(bob)
    const before = await conversationOf(ann)

    await ann.post(`/messages/${sent.conversationId}/read`, { seq: 1 })
    expect(await conversationOf(bob)).toEqual(atBlock)
    const after = await conversationOf(ann)
    expect(after.unreadCount).toBe(0)
    expect(after.rev).toBeGreaterThan(before.rev)

    await ann.delete(`/users/${bob.id}/block`)
    const atEnd = await conversationOf(bob)
    expect(atEnd.rev).toBeGreaterThan(Math.max(atBlock.rev, after.rev))
    expect(atEnd.readSeq[ann.id]).toBe(1)
  })

  it('a conversation that begins at the moment of the block has the card of that moment, or does not begin', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        Promise.all([person(server, `writer${at}`), person(server, `blocker${at}`)]),
      ),
    )
    for (const [writer, blocker] of pairs) {
      const [sent] = await Promise.all([
        send(writer, blocker, 'First words'),
        blocker.post(`/users/${writer.id}/block`),
      ])
      expect([201, 403]).toContain(sent.status)
      await blocker.patch('/users/me', { displayName: 'A New Name' })
      const { status, body } = await writer.get<ConversationWith>(`/messages/with/${blocker.id}`)
      expect([sent.status, status, status === 200 && body.person.displayName]).toEqual(
        sent.status === 201 ? [201, 200, blocker.handle] : [403, 404, false],
      )
    }
  })
})
