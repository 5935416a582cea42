import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { Person, Reply } from '#tests/support/http-client.ts'

/** Sends messages to another person and retries each until it is acknowledged, as the page's outbox does. */
export class Chatter {
  /** clientId -> message, in the order of the acknowledgements. */
  readonly acknowledged = new Map<string, MessageView>()
  /** How often a message was sent again because there was no answer. */
  retries = 0
  #stopped = false
  readonly person: Person
  readonly to: Person

  readonly #restMs: number

  /** `restMs`: the pause between two messages. */
  constructor(person: Person, to: Person, restMs = 0) {
    this.person = person
    this.to = to
    this.#restMs = restMs
  }

  /** Sends one after the other until `stop`, and completes the last one. */
  async talk(): Promise<void> {
    for (let count = 1; !this.#stopped; count += 1) {
      await this.#say(`${this.person.handle} says ${count}`)
      if (this.#restMs > 0) await pause(this.#restMs)
    }
  }

  stop(): void {
    this.#stopped = true
  }

  async #say(content: string): Promise<void> {
    const clientId = randomUUID()
    for (;;) {
      const reply = await this.#attempt({ receiverId: this.to.id, content, clientId })
      if (reply && reply.status < 300) return void this.acknowledged.set(clientId, reply.body)
      if (reply && reply.status < 500) throw new Error(`refused: ${reply.status} ${reply.text}`)
      this.retries += 1
      await pause(25)
    }
  }

  // Without an answer the server may or may not have stored the message.
  #attempt(body: object): Promise<Reply<MessageView> | null> {
    return this.person.post<MessageView>('/messages', body).catch(() => null)
  }
}

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
