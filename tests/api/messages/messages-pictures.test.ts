import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { filesIn, mp4, plain, upload } from '#tests/support/media.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let jpeg: Buffer
let undo: typeof import('#server/shared/undo-time.ts')
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  undo = await import('#server/shared/undo-time.ts')
  jpeg = await plain(60, 40).jpeg().toBuffer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await Promise.all([person(server, `pic_ann_${round}`), person(server, `pic_bob_${round}`)])
})
afterEach(() => undo.setUndoTime())

const pictures = (count: number, who = ann) =>
  Promise.all(
    Array.from(
      { length: count },
      async () => (await upload(server, who, jpeg, { purpose: 'message' })).body.mediaUrl,
    ),
  )
const send = (mediaUrls: readonly (string | undefined)[], more: object = {}) =>
  ann.post<MessageView>('/messages', {
    receiverId: bob.id,
    content: '',
    mediaUrl: mediaUrls[0],
    altText: 'Number 0',
    morePictures: mediaUrls.slice(1).map((mediaUrl, at) => ({ mediaUrl, altText: `Number ${at + 1}` })),
    ...more,
  })
const urlsOf = ({ mediaUrl, morePictures = [] }: Pick<MessageView, 'mediaUrl' | 'morePictures'>) => [
  mediaUrl,
  ...morePictures.map(({ media }) => media.mediaUrl),
]
const thread = async (who: Person, conversationId: string) =>
  (await who.get<MessageView[]>(`/messages/${conversationId}`)).body
const statusesOf = (who: Person, urls: readonly string[]) =>
  Promise.all(urls.map(async (url) => (await who.get(url.slice('/api'.length))).status))
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`

describe('A message with four pictures', () => {
  beforeEach(() => befriend(ann, bob))

  it('shows them to both people in their order, the first one in the documented fields, and to nobody else', async () => {
    const cat = await person(server, `pic_cat_${round}`)
    const urls = await pictures(4)
    const page = await connectLive(server, { cookie: bob.cookie() })
    const { status, body } = await send(urls)
    expect(status).toBe(201)
    expect(MessageView.parse(body)).toEqual(body)
    expect(urlsOf(body)).toEqual(urls)
    expect(body).toMatchObject({
      mediaType: 'image',
      altText: 'Number 0',
      media: { state: 'ready', width: 60 },
    })
    expect(body.morePictures!.map(({ media, altText }) => [media.state, altText])).toEqual([
      ['ready', 'Number 1'],
      ['ready', 'Number 2'],
      ['ready', 'Number 3'],
    ])
    expect((await page.next('message:created')).message).toEqual(body)
    page.close()
    for (const who of [ann, bob]) {
      expect(await thread(who, body.conversationId)).toEqual([body])
      expect(await statusesOf(who, urls)).toEqual([200, 200, 200, 200])
    }
    expect(await statusesOf(cat, urls)).toEqual([404, 404, 404, 404])
    const { messages } = (await ann.get<{ messages: MessageView[] }>('/user/export-data')).body
    expect(messages[0]!.morePictures).toEqual(
      urls.slice(1).map((mediaUrl, at) => ({ mediaUrl, altText: `Number ${at + 1}` })),
    )
  })

  it('is refused with five, one twice, a video among them, one that is foreign, or none at the first place', async () => {
    const [one, ...others] = await pictures(5)
    const { body: video } = await upload(server, ann, await mp4(1), {
      name: 'a.mp4',
      type: 'video/mp4',
      purpose: 'message',
    })
    const [foreign] = await pictures(1, bob)
    for (const [urls, expected] of [
      [[one, ...others], 400],
      [[one, one], 400],
      [[one, video.mediaUrl], 400],
      [[video.mediaUrl, one], 400],
      [[one, foreign], 403],
      [[undefined, one], 400],
    ] as const)
      expect((await send(urls, { content: 'Look' })).status, urls.join()).toBe(expected)
    expect((await send([video.mediaUrl, one], { mediaType: 'video' })).text).toContain(
      'You can add pictures or a video, not both',
    )
  })

  it('comes back whole after a deletion, and its files go with the last one', async () => {
    const urls = await pictures(3)
    const { body } = await send(urls, { content: 'Look' })
    undo.setUndoTime(60_000)
    const deleted = await ann.delete<MessageView>(pathOf(body))
    expect(deleted.body).not.toHaveProperty('morePictures')
    expect(await statusesOf(bob, urls)).toEqual([404, 404, 404])
    const back = await ann.post<MessageView>(`${pathOf(body)}/restore`)
    expect(back.body).toEqual({ ...body, rev: body.rev + 2 })
    expect(await statusesOf(bob, urls)).toEqual([200, 200, 200])
    undo.setUndoTime(0)
    await ann.delete(pathOf(body))
    const tokens = urls.map((url) => /[0-9a-f]{32}/.exec(url)![0])
    await expect
      .poll(async () =>
        (await filesIn(process.env['UPLOADS_DIR']!)).filter((file) =>
          tokens.some((token) => file.includes(token)),
        ),
      )
      .toEqual([])
  })

  it('is hidden by a moderator, and restored with all of them', async () => {
    const { hideMessage, restoreMessage } = await import('#server/features/messages/messages.handlers.ts')
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    const urls = await pictures(2)
    const { body } = await send(urls)
    const hidden = await transact((tx) => hideMessage(tx, body.id))
    expect(await statusesOf(bob, urls)).toEqual([404, 404])
    await transact((tx) => restoreMessage(tx, hidden!))
    expect((await thread(bob, body.conversationId))[0]).toEqual({ ...body, rev: body.rev + 2 })
    expect(await statusesOf(bob, urls)).toEqual([200, 200])
  })
})

describe('[L45] What a request shows besides words', () => {
  it('is kept from its receiver, in answers, in pushes and by the addresses of the files, until it is accepted', async () => {
    const urls = await pictures(2)
    const [his, hers] = await Promise.all(
      [bob, ann].map((who) => connectLive(server, { cookie: who.cookie() })),
    )
    const { body } = await send(urls, { content: 'Look' })
    expect(urlsOf(body)).toEqual(urls)
    const { morePictures: _, ...shown } = body
    const veiled = { ...shown, mediaUrl: null, media: null, altText: null }
    expect((await his!.next('message:created')).message).toEqual(veiled)
    expect((await hers!.next('message:created')).message).toEqual(body)
    const { body: next } = await send(await pictures(1))
    expect((await his!.next('message:created')).message).toMatchObject({ mediaType: 'image', mediaUrl: null })
    expect(await thread(bob, body.conversationId)).toMatchObject([veiled, { seq: 2, media: null }])
    expect(await thread(ann, body.conversationId)).toEqual([body, next])
    expect(await statusesOf(bob, urls)).toEqual([404, 404])
    expect(await statusesOf(ann, urls)).toEqual([200, 200])

    // A change of the sender's own reaches each of the two as they may see it.
    await ann.put(`${pathOf(body)}/reaction`, { emoji: '💩' })
    expect((await his!.next('message:updated')).message).toMatchObject({ mediaUrl: null, rev: body.rev + 1 })
    expect((await hers!.next('message:updated')).message).toMatchObject({ mediaUrl: urls[0] })

    const before = await thread(bob, body.conversationId)
    await bob.post(`/messages/${body.conversationId}/accept`)
    const pushed = [await his!.next('message:updated'), await his!.next('message:updated')]
    const after = await thread(bob, body.conversationId)
    // The old state plus the events is what a refetch returns (L1).
    expect(
      before.map(
        ({ id, rev }) => pushed.find(({ message }) => message.id === id && message.rev > rev)?.message,
      ),
    ).toEqual(after)
    expect(after).toEqual(await thread(ann, body.conversationId))
    expect(after[0]).toMatchObject({ mediaUrl: urls[0], altText: 'Number 0', rev: body.rev + 2 })
    expect(await statusesOf(bob, urls)).toEqual([200, 200])
    expect((await send(await pictures(1))).body.rev).toBe(1)
    expect((await thread(bob, body.conversationId)).at(-1)!.media).not.toBeNull()
    his!.close()
    hers!.close()
  })

  it.each([
    ['an answer', () => bob.post('/messages', { receiverId: ann.id, content: 'Oh' })],
    ['a follow', () => bob.post(`/users/${ann.id}/follow`)],
  ])('is shown after %s', async (_, accept) => {
    const urls = await pictures(1)
    const { body } = await send(urls, { content: 'Look' })
    expect(await statusesOf(bob, urls)).toEqual([404])
    await accept()
    expect(await statusesOf(bob, urls)).toEqual([200])
    expect((await thread(bob, body.conversationId))[0]).toMatchObject({ mediaUrl: urls[0] })
  })

  it('stays hidden when its sender deletes it and brings it back, and when it is accepted in between', async () => {
    undo.setUndoTime(60_000)
    const urls = await pictures(2)
    const { body } = await send(urls)
    await ann.delete(pathOf(body))
    await ann.post(`${pathOf(body)}/restore`)
    expect(await statusesOf(bob, urls)).toEqual([404, 404])
    expect((await thread(bob, body.conversationId))[0]).toMatchObject({ mediaType: 'image', media: null })
    await ann.delete(pathOf(body))
    await bob.post(`/messages/${body.conversationId}/accept`)
    expect(await statusesOf(bob, urls)).toEqual([404, 404])
    await ann.post(`${pathOf(body)}/restore`)
    expect(await statusesOf(bob, urls)).toEqual([200, 200])
    expect(urlsOf((await thread(bob, body.conversationId))[0]!)).toEqual(urls)
  })

  it('is shown when the request was accepted while the message was written', async () => {
    const { body } = await send([], { content: 'One', altText: null })
    const { MessageModel } = await import('#server/features/messages/messages.model.ts')
    const { deliverToPair } = await import('#server/features/messages/deliver-messages.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    await bob.post(`/messages/${body.conversationId}/accept`)
    // As another process has left it: it has read the request before the acceptance, and inserts after it.
    const first = (await MessageModel.findById(body.id).lean())!
    const late = {
      ...first,
      _id: new (await import('mongoose')).Types.ObjectId(),
      seq: 2,
      veiled: true as const,
    }
    await MessageModel.insertMany([late], { lean: true })
    const [viewer, receiver] = await Promise.all([loadViewer(ann.id), loadViewer(bob.id)])
    await deliverToPair([late], { viewer: viewer!, receiver: receiver! })
    expect(await MessageModel.countDocuments({ veiled: true })).toBe(0)
  })
})
