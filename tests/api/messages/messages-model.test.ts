import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { withMessage, type Spoken } from '#client/features/messages/data/pushed-messages.ts'
import type { UnreadCountView } from '#contract/notifications.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { newSeed, seeded, type Dice } from '#tests/support/seeded.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let people: Person[]
let endUndo: () => void

beforeAll(async () => {
  server = await startTestServer()
  const { setUndoTime } = await import('#server/shared/undo-time.ts')
  setUndoTime(60_000)
  endUndo = () => setUndoTime()
  people = await Promise.all(['ann', 'bob', 'cat'].map((handle) => person(server, handle)))
})
afterAll(() => {
  endUndo()
  return server.close()
})

/** The expected conversation, by the rules alone. */
interface Model {
  id: string
  messages: Message[]
  readSeq: Map<string, number>
}

/** As the answer with the highest rev says. */
interface Message {
  id: string
  senderId: string
  rev: number
  erased: boolean
  takenBack: boolean
  replyTo: number | undefined
  reactions: Record<string, string>
  content: string
}

/** One person's page: its state from the pushes alone. */
interface Page {
  conversations: Map<string, ConversationView>
  created: Spoken[]
  messages: Map<string, MessageView>
  badge: UnreadCountView
}

const unreadOf = (model: Model, userId: string): number =>
  model.messages.filter(
    (message, at) =>
      message.senderId !== userId && !message.erased && at + 1 > (model.readSeq.get(userId) ?? 0),
  ).length

describe('Any sequence of simultaneous sends, reads, edits, reactions, requests, deletions and their undo', () => {
  it(
    '[L1] [L2] [L29] [L32] [L33] [L37] leaves every count right, and every page that only got the pushes equal to a refetch',
    { timeout: 60_000 },
    async () => {
      const seed = newSeed()
      const dice = seeded(seed)
      const models = new Map<string, Model>()
      const recorded = await recordEvents(
        'message:created',
        'message:updated',
        'conversation:updated',
        'notification:count',
      )
      for (let round = 0; round < 40; round += 1)
        await Promise.all(Array.from({ length: 1 + dice(5) }, () => act(dice, models)))
      const pages = replay(recorded.stop())
      for (const who of people) {
        const page = pages.get(who.id)!
        // Requests that wait stand in both lists.
        const truth = (await who.get<ConversationView[]>('/messages/conversations')).body
        const requests = (await who.get<ConversationView[]>('/messages/requests')).body
        const shown = rowsOf(page, who.id).filter(({ request }) => request !== 'declined')
        const context = `seed ${seed}, ${who.handle}`
        expect(
          truth.map(({ id, unreadCount }) => [id, unreadCount]),
          context,
        ).toEqual(truth.map(({ id }) => [id, unreadOf(models.get(id)!, who.id)]))
        expect(shown.sort(byId), context).toEqual(truth.map((one) => ({ ...one, rev: 0 })).sort(byId))
        expect(requests, context).toEqual(truth.filter(({ request }) => request === 'waiting'))
        expect(page.badge, context).toEqual(
          (await who.get<UnreadCountView>('/notifications/unread-count')).body,
        )
        const unread = truth.filter(({ request, unreadCount }) => !request && unreadCount > 0)
        expect(page.badge, context).toMatchObject({ count: unread.length, chats: unread.length })
        for (const { id, lastSeq, lastMessage } of truth) {
          const newest = models.get(id)!.messages.findLastIndex(({ takenBack }) => !takenBack)
          // When all were taken back, one of them keeps the place in the list.
          expect(lastMessage?.seq, context).toBe(newest < 0 ? lastMessage?.seq : newest + 1)
          expect(lastMessage?.takenBack ?? false, context).toBe(newest < 0)
          const last = models.get(id)!.messages[lastMessage!.seq - 1]!
          expect(lastMessage?.content, context).toBe(last.erased ? '' : last.content)
          const kept = await wholeThread(who, id)
          expect(
            kept.map(({ seq }) => seq),
            context,
          ).toEqual(Array.from({ length: lastSeq }, (_, at) => at + 1))
          expect(
            kept.map(({ deleted }) => deleted),
            context,
          ).toEqual(models.get(id)!.messages.map(({ erased }) => erased))
          expect(
            kept.map(({ takenBack = false }) => takenBack),
            context,
          ).toEqual(models.get(id)!.messages.map(({ takenBack }) => takenBack))
          expect(
            kept.map(({ replyTo }) => replyTo),
            context,
          ).toEqual(models.get(id)!.messages.map(({ erased, replyTo }) => (erased ? undefined : replyTo)))
          expect(
            kept.map(({ content }) => content),
            context,
          ).toEqual(models.get(id)!.messages.map(({ erased, content }) => (erased ? '' : content)))
          expect(
            kept.map(({ reactions = {} }) => reactions),
            context,
          ).toEqual(models.get(id)!.messages.map(({ erased, reactions }) => (erased ? {} : reactions)))
          expect(
            [...page.messages.values()]
              .filter(({ conversationId }) => conversationId === id)
              .sort((a, b) => a.seq - b.seq),
            context,
          ).toEqual(kept)
        }
      }
    },
  )
})

const byId = (a: ConversationView, b: ConversationView) => a.id.localeCompare(b.id)

async function act(dice: Dice, models: Map<string, Model>): Promise<void> {
  const from = people[dice(people.length)]!
  const to = people.filter((one) => one !== from)[dice(people.length - 1)]!
  const model = [...models.values()][dice(Math.max(1, models.size))]
  const deed = dice(22)
  if (deed < 6 || !model) return send(from, to, models, dice(4))
  if (deed < 9) return read(from, model, dice(model.messages.length + 3))
  if (deed > 19) return decide(from, model, deed === 20 ? 'accept' : 'decline')
  if (deed > 16) return edit(from, model, dice(model.messages.length), `edit ${dice(1000)}`)
  if (deed > 12) return react(from, model, dice(model.messages.length), EMOJI[dice(EMOJI.length)]!)
  const verb = deed === 9 ? 'delete' : deed === 10 ? 'take-back' : 'restore'
  return change(model, dice(model.messages.length), verb)
}

/** Changes nothing where there is no request to this person. */
const decide = async (who: Person, { id }: Model, verb: 'accept' | 'decline'): Promise<void> =>
  void (await who.post(`/messages/${id}/${verb}`))

/** `replyTo`: answers this message of the conversation, if there is one. */
async function send(from: Person, to: Person, models: Map<string, Model>, replyTo: number): Promise<void> {
  const clientId = crypto.randomUUID()
  const answers = replyTo > 0 && { replyTo }
  const write = () =>
    from.post<MessageView>('/messages', {
      receiverId: to.id,
      content: `from ${from.handle}`,
      clientId,
      ...answers,
    })
  const [{ status, body }] = await Promise.all([write(), write()])
  // Refused: there is no such message yet, or the request has no room for more.
  if (status === 400 || status === 403) return
  const model = models.get(body.conversationId) ?? {
    id: body.conversationId,
    messages: [],
    readSeq: new Map(),
  }
  models.set(body.conversationId, model)
  model.messages[body.seq - 1] = {
    id: body.id,
    senderId: from.id,
    rev: body.rev,
    erased: false,
    takenBack: false,
    replyTo: replyTo > 0 ? replyTo : undefined,
    reactions: {},
    content: body.content,
  }
}

async function read(who: Person, model: Model, seq: number): Promise<void> {
  const { status, body } = await who.post<ConversationView>(`/messages/${model.id}/read`, { seq })
  if (status === 404) return // not one of the two
  model.readSeq.set(who.id, Math.max(model.readSeq.get(who.id) ?? 0, body.readSeq[who.id]!))
}

/** Null removes the reaction. */
const EMOJI = ['💩', '👍', '🪠', null]

async function react(who: Person, model: Model, at: number, emoji: string | null): Promise<void> {
  const message = model.messages[at]
  if (!message) return // its answer is still on the way
  const path = `/messages/${model.id}/${message.id}/reaction`
  const { status, body } = await (emoji
    ? who.put<MessageView>(path, { emoji })
    : who.delete<MessageView>(path))
  if (status === 404) return // not one of the two, or it is deleted
  // The answer has both people's reactions: the highest rev tells the present ones.
  expect(body.reactions?.[who.id]).toBe(emoji ?? undefined)
  learn(message, body)
}

/** The answer with the highest rev tells the present state. A deletion hides the reactions. */
function learn(message: Message, body: MessageView): void {
  if (body.rev <= message.rev) return
  Object.assign(message, { rev: body.rev, erased: body.deleted, takenBack: body.takenBack ?? false })
  if (!body.deleted) Object.assign(message, { reactions: body.reactions ?? {}, content: body.content })
}

async function edit(who: Person, model: Model, at: number, content: string): Promise<void> {
  const message = model.messages[at]
  if (!message) return // its answer is still on the way
  const { status, body } = await who.patch<MessageView>(`/messages/${model.id}/${message.id}`, { content })
  // Refused: it is not theirs, or it is deleted.
  if (status !== 200) return
  expect(body.content).toBe(content)
  learn(message, body)
}

async function change(model: Model, at: number, verb: 'delete' | 'restore' | 'take-back'): Promise<void> {
  const message = model.messages[at]
  const sender = people.find(({ id }) => id === message?.senderId)
  if (!message || !sender) return // its answer is still on the way
  const path = `/messages/${model.id}/${message.id}`
  const { status, body } = await (verb === 'delete'
    ? sender.delete<MessageView>(path)
    : sender.post<MessageView>(`${path}/${verb}`))
  // Refused: it was deleted or taken back before.
  if (status === 200) learn(message, body)
}

/** The rows with the messages that follow them (LIVE L52), whose `rev` only the server knows. */
const rowsOf = ({ conversations, created }: Page, viewerId: string): ConversationView[] =>
  [...conversations.values()].map((row) => ({
    ...created
      .filter(({ message }) => message.conversationId === row.id && message.seq > row.lastSeq)
      .toSorted((a, b) => a.message.seq - b.message.seq)
      .reduce((current, one) => withMessage(current, one, viewerId), row),
    rev: 0,
  }))

/** The state of a page after the pushes: it applies only newer revs, whatever their order. */
function replay(events: Awaited<ReturnType<typeof recordEvents>>['heard']): Map<string, Page> {
  const pages = new Map<string, Page>(
    people.map(({ id }) => [
      id,
      { conversations: new Map(), created: [], messages: new Map(), badge: { count: 0, chats: 0, rev: 0 } },
    ]),
  )
  for (const event of [...events].reverse()) {
    if (event.name === 'conversation:updated')
      newer(pages.get(event.payload.userId)!.conversations, event.payload.conversation)
    if (event.name === 'message:created' || event.name === 'message:updated')
      for (const id of [event.payload.message.senderId, event.payload.message.receiverId])
        newer(pages.get(id)!.messages, event.payload.message)
    if (event.name === 'message:created') {
      const { message } = event.payload
      for (const id of [message.senderId, message.receiverId])
        pages.get(id)!.created.push({ message, senderName: undefined })
    }
    if (event.name === 'notification:count') {
      const page = pages.get(event.payload.userId)!
      const { count, chats, rev } = event.payload
      if (rev > page.badge.rev) page.badge = { count, chats, rev }
    }
  }
  return pages
}

const newer = <R extends { id: string; rev: number }>(held: Map<string, R>, record: R) =>
  void ((held.get(record.id)?.rev ?? 0) < record.rev && held.set(record.id, record))

async function wholeThread(who: Person, id: string): Promise<MessageView[]> {
  const all: MessageView[] = []
  for (;;) {
    const next = (await who.get<MessageView[]>(`/messages/${id}?after=${all.length}`)).body
    all.push(...next)
    if (next.length < 50) return all
  }
}
