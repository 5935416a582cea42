// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WRITER_HEADER } from '#contract/account.constants.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { MessageView } from '#contract/messages.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import {
  confirmOutgoing,
  flushOutbox,
  retrySend,
  sendMessage,
} from '#client/features/messages/data/outbox.actions.ts'
import { openOutbox, useOutbox } from '#client/features/messages/data/outbox.store.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'

const said = vi.fn<(content: string, clientId: string) => Response | MessageView>()
const message = (content: string, clientId: string): MessageView => ({
  id: clientId,
  conversationId: 'c1',
  seq: said.mock.calls.length,
  senderId: 'me',
  receiverId: 'bob',
  content,
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  createdAt: '2026-11-22T10:00:00.000Z',
  rev: 1,
})
const say = (content: string) => sendMessage({ clientId: crypto.randomUUID(), receiverId: 'bob', content })
/** A message is sent once its bubble is painted. */
const painted = () => vi.advanceTimersByTimeAsync(100)
const states = () => useOutbox.getState().entries.map(({ content, state }) => `${content}: ${state}`)
const contents = () => said.mock.calls.map(([content]) => content)
const answer = (status: number, sentence: string, retryAfter?: number) => () =>
  new Response(sentence, { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) })

beforeEach(() => {
  vi.useFakeTimers()
  said.mockReset().mockImplementation(message)
  answerCalls((method, path, body) => {
    if (method === 'POST' && path === '/api/messages')
      return said(String(body['content']), String(body['clientId']))
    return { conversation: null }
  })
  openOutbox('me')
})
afterEach(async () => {
  resetStores()
  setViewer(null)
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it.each([
  ['a store that is away', 503, 5],
  ['the speed limit', 429, 40],
])('%s makes messages wait for Retry-After, and then they are sent in order', async (_, status, seconds) => {
  said.mockImplementationOnce(answer(status, 'Not now.', seconds))
  say('one')
  await painted()
  say('two')
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 200)
  expect(contents()).toEqual(['one'])
  expect(states()).toEqual(['one: waiting', 'two: waiting'])
  await vi.advanceTimersByTimeAsync(200)
  expect(contents()).toEqual(['one', 'one', 'two'])
  expect(states()).toEqual([])
})

it.each([
  ['a fault of the server', 500, undefined],
  ['a limit that lasts an hour', 429, 3600],
  ['a refusal', 403, undefined],
])(
  '%s is final: it is shown at once, and nothing is sent again automatically',
  async (_, status, seconds) => {
    said.mockImplementationOnce(answer(status, 'No.', seconds))
    const { outcome } = say('one')
    await painted()
    expect(await outcome).toEqual({ ok: false, sentence: 'No.' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([contents(), states()]).toEqual([['one'], ['one: failed']])
  },
)

it.each([
  ['has ended', () => answer(401, 'Please log in to continue.')()],
  [
    "is another person's",
    () => new Response('Nothing was saved.', { status: 409, headers: { [WRITER_HEADER]: 'somebody else' } }),
  ],
])(
  'messages wait while the session %s, and are sent in order after the log-in of their writer alone',
  async (_, refusal) => {
    said.mockImplementation(refusal)
    for (const content of ['one', 'two', 'three']) {
      say(content)
      await painted()
    }
    expect(states()).toEqual(['one: waiting', 'two: waiting', 'three: waiting'])
    said.mockClear().mockImplementation(message)
    const logIn = async (id: string) => {
      resetStores()
      setViewer({ id } as CurrentUserView)
      flushOutbox()
      await painted()
    }
    await logIn('somebody-else')
    expect(contents()).toEqual([])
    await logIn('me')
    expect([contents(), states()]).toEqual([['one', 'two', 'three'], []])
  },
)

it('Retry sends what was refused before it first', async () => {
  said.mockImplementation(answer(403, 'No.'))
  for (const content of ['one', 'two', 'three']) {
    say(content)
    await painted()
  }
  said.mockClear().mockImplementation(message)
  retrySend(useOutbox.getState().entries[1]!.clientId)
  await painted()
  expect([contents(), states()]).toEqual([['one', 'two'], ['three: failed']])
})

it("asks for the conversation of one's own first message only", async () => {
  setViewer({ id: 'me' } as CurrentUserView)
  const asked: string[] = []
  answerCalls((_, path) => {
    asked.push(path)
    return { conversation: null }
  })
  confirmOutgoing('theirs', { ...message('hello', 'theirs'), senderId: 'bob', receiverId: 'me' })
  confirmOutgoing('mine', message('hello', 'mine'))
  await painted()
  expect(asked).toEqual([expect.stringContaining('/with/bob')])
})

it('a refused message stays refused after a reload, with its reason, until the person presses Retry', async () => {
  said.mockImplementationOnce(answer(403, 'You cannot reach this person.'))
  const { outcome } = say('one')
  await painted()
  await outcome
  openOutbox('me')
  expect(useOutbox.getState().entries).toMatchObject([
    { content: 'one', state: 'failed', sentence: 'You cannot reach this person.' },
  ])
  retrySend(useOutbox.getState().entries[0]!.clientId)
  await vi.advanceTimersByTimeAsync(0)
  expect(new Set(said.mock.calls.map(([, clientId]) => clientId)).size).toBe(1)
  expect(states()).toEqual([])
})

it('a message is kept as soon as the person is known, also before the code that receives messages has loaded', async () => {
  resetStores()
  setViewer({ id: 'me' } as CurrentUserView)
  const { kept, outcome } = say('early')
  expect(kept).toBe(true)
  await painted()
  expect(await outcome).toMatchObject({ ok: true })
})

it('a waiting message is sent after a reload; an invalid stored entry is dropped', () => {
  localStorage.setItem(
    'royal-flush:outbox:me:1',
    JSON.stringify({
      clientId: '1',
      receiverId: 'bob',
      content: 'late',
      createdAt: '2026',
      state: 'sending',
    }),
  )
  localStorage.setItem('royal-flush:outbox:me:2', '{"clientId":')
  localStorage.setItem('royal-flush:outbox:me:3', '7')
  openOutbox('me')
  expect(states()).toEqual(['late: waiting'])
  expect(Object.keys(localStorage)).toEqual(['royal-flush:outbox:me:1'])
})

it('a full storage: the message is sent once, and its text stays in the field until the server has it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const arrived = say('one')
  await painted()
  expect([arrived.kept, await arrived.outcome]).toMatchObject([false, { ok: true }])
  said.mockImplementationOnce(answer(503, 'Not now.', 5))
  const lost = say('two')
  await painted()
  expect(await lost.outcome).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('Your text is still in the field.') as string,
  })
  expect(states()).toEqual([])
})

it('a message of an earlier visit keeps its file, as the version before has stored it', () => {
  const view = { id: 'm1', mediaUrl: '/api/media/direct/1.webp', mediaType: 'image' }
  const entry = { clientId: 'c', receiverId: 'bob', content: '', createdAt: '2026-11-22T10:00:00.000Z' }
  const before = {
    ...entry,
    state: 'sending',
    upload: { id: 'u1', altText: 'Blue' },
    media: { view, altText: 'Blue' },
  }
  localStorage.setItem('royal-flush:outbox:me:c', JSON.stringify(before))
  openOutbox('me')
  expect(useOutbox.getState().entries).toEqual([
    { ...entry, state: 'waiting', sentence: undefined, files: [{ id: 'u1', altText: 'Blue', view }] },
  ])
})

it('names all files of a message in their order', async () => {
  const calls: Record<string, unknown>[] = []
  answerCalls((method, path, body) => {
    if (method !== 'POST' || path !== '/api/messages') return { conversation: null }
    calls.push(body)
    return message('', String(body['clientId']))
  })
  const file = (at: number) => ({
    id: `u${at}`,
    altText: `Number ${at}`,
    view: { id: `m${at}`, mediaUrl: `/${at}.webp`, mediaType: 'image' },
  })
  const entry = { clientId: 'c', receiverId: 'bob', content: '', createdAt: '2026-11-22T10:00:00.000Z' }
  const kept = { ...entry, state: 'waiting', files: [file(0), file(1), file(2)] }
  localStorage.setItem('royal-flush:outbox:me:c', JSON.stringify(kept))
  openOutbox('me')
  flushOutbox()
  await painted()
  expect(calls).toEqual([
    {
      clientId: 'c',
      receiverId: 'bob',
      content: '',
      mediaUrl: '/0.webp',
      mediaType: 'image',
      altText: 'Number 0',
      morePictures: [
        { mediaUrl: '/1.webp', altText: 'Number 1' },
        { mediaUrl: '/2.webp', altText: 'Number 2' },
      ],
    },
  ])
})
