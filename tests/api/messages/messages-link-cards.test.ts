import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { MessageView } from '#contract/messages.ts'
import type { LinkCardView } from '#contract/link-cards.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import type { Internet } from '#tests/support/internet.ts'
import { plain, upload } from '#tests/support/media.ts'
import { startTestServer, withSettings, type SharedServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'

let internet: Internet
let server: SharedServer
let ann: Person
let bob: Person
let undo: typeof import('#server/shared/undo-time.ts')
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  ;({ internet } = server)
  undo = await import('#server/shared/undo-time.ts')
  return withSettings({ LINK_PREVIEWS: 'on' })
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await Promise.all([person(server, `card_ann_${round}`), person(server, `card_bob_${round}`)])
})
afterEach(() => undo.setUndoTime())

let pages = 0
/** An address that was not read before. */
const newPage = (query: Record<string, string> = {}) =>
  `http://site.test/page?${new URLSearchParams({ title: `Page ${(pages += 1)}`, ...query }).toString()}`
const send = async (content: string, more: object = {}) =>
  (await ann.post<MessageView>('/messages', { receiverId: bob.id, content, ...more })).body
const read = async (who: Person, { conversationId, id }: MessageView) =>
  (await who.get<MessageView[]>(`/messages/${conversationId}`)).body.find((one) => one.id === id)!
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`
const preview = (url: string) => ann.post<{ card: LinkCardView | null }>('/link-cards', { url })
async function withCard(message: MessageView): Promise<MessageView> {
  await expect.poll(async () => (await read(ann, message)).linkCard).toBeDefined()
  return read(ann, message)
}
async function jobsDone(): Promise<void> {
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  await expect.poll(() => JobModel.countDocuments({ kind: 'message-link-card' })).toBe(0)
}

it('brings the card of the first link to both people after the message', async () => {
  await befriend(ann, bob)
  const url = newPage({ description: 'About it', picture: '/picture' })
  const live = await Promise.all([ann, bob].map((who) => connectLive(server, { cookie: who.cookie() })))
  const message = await send(`Look: ${url}#part and http://other.test`)
  expect(message).not.toHaveProperty('linkCard')
  const pushed = await Promise.all(live.map(async (page) => (await page.next('message:updated')).message))
  live.forEach((page) => page.close())
  expect(MessageView.parse(pushed[0])).toEqual(pushed[0])
  expect(pushed[0]).toMatchObject({
    rev: 2,
    linkCard: { url, host: 'site.test', title: `Page ${pages}`, description: 'About it' },
  })
  expect(pushed[1]).toEqual(pushed[0])
  for (const who of [ann, bob]) expect(await read(who, message)).toEqual(pushed[0])
  expect((await fetch(`${server.url}${pushed[0]!.linkCard!.picture}`)).status).toBe(200)
  const { messages } = (await ann.get<{ messages: object[] }>('/user/export-data')).body
  expect(messages[0]).toMatchObject({ linkCard: { url, title: `Page ${pages}`, description: 'About it' } })
})

it('has the card from its first moment when the sender has seen the preview', async () => {
  await befriend(ann, bob)
  const url = newPage()
  const { card } = (await preview(url)).body
  expect((await send(url)).linkCard).toEqual(card)
  expect(internet.asked(url.slice('http://site.test'.length))).toBe(1)
})

it('has none that its sender hides, beside a picture, or of this site; one can be hidden afterwards', async () => {
  await befriend(ann, bob)
  const url = newPage()
  const png = await plain(60, 40).png().toBuffer()
  const { mediaUrl } = (
    await upload(server, ann, png, { name: 'a.png', type: 'image/png', purpose: 'message' })
  ).body
  const hidden = await send(url, { hidePreview: true })
  const pictured = await send(url, { mediaUrl })
  const own = await send(`${server.url}/u/${bob.handle}`)
  await ann.patch(pathOf(hidden), { content: `Still ${url}` })
  await jobsDone()
  for (const message of [hidden, pictured, own])
    expect(await read(bob, message)).not.toHaveProperty('linkCard')
  expect(internet.asked(url.slice('http://site.test'.length))).toBe(0)

  const shown = await withCard(await send(newPage()))
  expect((await bob.delete(`${pathOf(shown)}/preview`)).status).toBe(403)
  const { body } = await ann.delete<MessageView>(`${pathOf(shown)}/preview`)
  expect(body).not.toHaveProperty('linkCard')
  expect((await ann.delete<MessageView>(`${pathOf(shown)}/preview`)).body).toEqual(body)
  expect(await read(bob, shown)).toEqual(body)
  await ann.patch(pathOf(shown), { content: `Again ${url}` })
  await jobsDone()
  expect(await read(bob, shown)).not.toHaveProperty('linkCard')
})

it('follows an edit: the card stays with its link, goes with it, and another link gets its own', async () => {
  await befriend(ann, bob)
  const [first, second] = [newPage(), newPage()]
  const message = await withCard(await send(first))
  const edit = async (content: string) => (await ann.patch<MessageView>(pathOf(message), { content })).body
  expect((await edit(`The same: ${first}`)).linkCard).toEqual(message.linkCard)
  expect(await edit('No link')).not.toHaveProperty('linkCard')
  expect(await edit(second)).not.toHaveProperty('linkCard')
  expect((await withCard(message)).linkCard!.url).toBe(second)
  expect((await edit(first)).linkCard).toEqual(message.linkCard)
})

it('keeps a picture as long as a message shows it, also over a deletion that is undone', async () => {
  await befriend(ann, bob)
  const { sweepLinkCards } = await import('#server/features/media/link-cards/link-cards.service.ts')
  const inTwoDays = new Date(Date.now() + 48 * 3600_000)
  const message = await withCard(await send(newPage({ picture: '/picture' })))
  const file = async () => (await fetch(`${server.url}${message.linkCard!.picture}`)).status
  await sweepLinkCards(inTwoDays)
  expect(await file()).toBe(200)
  undo.setUndoTime(60_000)
  expect((await ann.delete<MessageView>(pathOf(message))).body).not.toHaveProperty('linkCard')
  expect((await ann.post<MessageView>(`${pathOf(message)}/restore`)).body.linkCard).toEqual(message.linkCard)
  undo.setUndoTime(0)
  await ann.delete(pathOf(message))
  await sweepLinkCards(inTwoDays)
  await expect.poll(file).toBe(404)
  const { MessageModel } = await import('#server/features/messages/messages.model.ts')
  expectIndexed(await readsOf(() => MessageModel.exists({ 'linkCard.cardId': message.id })))
})

it('[L45] shows the card of a stranger to nobody but its sender until the request is accepted', async () => {
  const live = await connectLive(server, { cookie: bob.cookie() })
  const message = await withCard(await send(newPage()))
  expect((await live.next('message:updated')).message).not.toHaveProperty('linkCard')
  expect(await read(bob, message)).not.toHaveProperty('linkCard')
  await bob.post(`/messages/${message.conversationId}/accept`)
  expect((await live.next('message:updated')).message).toEqual({ ...message, rev: message.rev + 1 })
  expect(await read(bob, message)).toEqual({ ...message, rev: message.rev + 1 })
  live.close()
})
