import { LIMITS } from '#contract/limits.ts'
import { expect } from 'vitest'
import type { Person } from '#tests/support/http-client.ts'
import { acknowledgedBy, conversationOf, readAll, type Chatter } from './chatter.ts'

/**
 * Expects that no acknowledged message is lost or doubled, that the order and the unread counts are right.
 */
export async function expectMessagesConsistent(
  ann: Person,
  bob: Person,
  chatters: readonly Chatter[],
): Promise<void> {
  const conversation = await conversationOf(ann, bob.id)
  const seenByAnn = await readAll(ann, conversation.id)
  expect(
    seenByAnn.map(({ seq }) => seq),
    'dense seq',
  ).toEqual(seenByAnn.map((_, index) => index + 1))
  expect(await readAll(bob, conversation.id)).toEqual(seenByAnn)
  for (const chatter of chatters) {
    const own = seenByAnn.filter(({ content }) => content.startsWith(`${chatter.label} `))
    const said = own.map(({ content }) => content)
    expect(new Set(said).size, 'nothing doubled').toBe(said.length)
    expect(said, 'in the order written').toEqual(said.toSorted((a, b) => numberIn(a) - numberIn(b)))
    const kept = new Map(own.map((message) => [message.id, message]))
    for (const message of chatter.acknowledged.values())
      expect(kept.get(message.id), `lost: ${message.content}`).toMatchObject({
        seq: message.seq,
        content: message.content,
      })
    expect(own.length, 'nothing but what was acknowledged').toBe(chatter.acknowledged.size)
  }
  for (const [reader, writer] of [[ann, bob] as const, [bob, ann] as const])
    expect((await conversationOf(reader, writer.id)).unreadCount, `${reader.handle} has read nothing`).toBe(
      Math.min(seenByAnn.filter(({ senderId }) => senderId === writer.id).length, LIMITS.unreadMessages),
    )
  expect(seenByAnn, 'nothing but what was written').toHaveLength(acknowledgedBy(chatters))
}

const numberIn = (content: string) => Number(content.split(' ').at(-1))
