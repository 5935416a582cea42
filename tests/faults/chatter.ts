import { randomUUID } from 'node:crypto'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { Person } from '#tests/support/http-client.ts'
import { Writer } from './writer.ts'

/** Sends messages to another person or a group and retries each until it is acknowledged, as the page's outbox does. */
export class Chatter extends Writer {
  /** clientId -> message, in the order of the acknowledgements. */
  readonly acknowledged = new Map<string, MessageView>()
  readonly person: Person
  readonly to: Pick<Person, 'id'>
  /** The beginning of each of its messages; a number follows. */
  readonly label: string

  constructor(person: Person, to: Pick<Person, 'id'>, restMs = 0, label = `${person.handle} says`) {
    super(restMs)
    this.person = person
    this.to = to
    this.label = label
  }

  protected async writeNext(): Promise<void> {
    const message = {
      receiverId: this.to.id,
      content: `${this.label} ${this.acknowledged.size + 1}`,
      clientId: randomUUID(),
    }
    // Without an answer the server may or may not have stored the message.
    const stored = await this.answered(() => this.person.post<MessageView>('/messages', message))
    this.acknowledged.set(message.clientId, stored)
  }
}

/**
 * Chatters of two people that all write to one conversation at the same time, so that messages form groups.
 */
export const crowdedChat = (ann: Person, bob: Person, each: number): Chatter[] =>
  Array.from({ length: each }, (_, at) => [
    new Chatter(ann, bob, 10, `${ann.handle} ${at} says`),
    new Chatter(bob, ann, 10, `${bob.handle} ${at} says`),
  ]).flat()

/** The whole conversation as one of its people reads it, page by page. */
export async function readAll(reader: Person, conversationId: string): Promise<MessageView[]> {
  const all: MessageView[] = []
  for (;;) {
    const { body } = await reader.get<MessageView[]>(
      `/messages/${conversationId}?after=${all.at(-1)?.seq ?? 0}`,
    )
    if (body.length === 0) return all
    all.push(...body)
  }
}

export async function conversationOf(reader: Person, otherId: string): Promise<ConversationView> {
  const { body } = await reader.get<ConversationView[]>('/messages/conversations')
  return body.find(({ participants }) => participants.some(({ id }) => id === otherId))!
}

export const acknowledgedBy = (chatters: readonly Chatter[]): number =>
  chatters.reduce((sum, chatter) => sum + chatter.acknowledged.size, 0)
