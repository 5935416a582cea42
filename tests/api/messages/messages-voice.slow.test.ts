import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { UploadView, type MediaView } from '#contract/media.ts'
import { VOICE, VOICE_MESSAGES } from '#contract/media.voice.ts'
import { MessageView, type ConversationView } from '#contract/messages.ts'
import type { AdminReportView, ReportHistoryView } from '#contract/moderation.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { ffmpegMade, filesIn, mp4, probed, upload } from '#tests/support/media.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let king: Person
let ann: Person
let bob: Person
let webm: Buffer
let round = 0

/** As browsers record: a tone of a second, and a second of silence. */
const TONE = ['-f', 'lavfi', '-i', 'sine=440:d=1,apad=pad_dur=1']
const OPUS = ['-c:a', 'libopus', '-b:a', '48k']

beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  webm = await ffmpegMade('a.webm', [...TONE, ...OPUS])
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await Promise.all([
    person(server, `voice_ann_${round}`),
    person(server, `voice_bob_${round}`),
  ])
})

const record = (
  bytes: Buffer,
  { type = 'audio/webm;codecs=opus', purpose = 'message' as const, who = ann } = {},
) => upload(server, who, bytes, { name: 'Voice message', type, purpose })
const send = async (mediaUrl: string) =>
  (
    await ann.post<MessageView>('/messages', {
      receiverId: bob.id,
      content: '',
      mediaUrl,
      mediaType: 'audio',
    })
  ).body
const read = async (who: Person, { conversationId, id }: MessageView) =>
  (await who.get<MessageView[]>(`/messages/${conversationId}`)).body.find((one) => one.id === id)!
async function ready(message: MessageView, who = ann): Promise<MessageView & { media: MediaView }> {
  await until('it is ready', async () => (await read(who, message)).media?.state === 'ready')
  return (await read(who, message)) as MessageView & { media: MediaView }
}
const fileAt = async (url: string, who: Person) => {
  const answer = await fetch(`${server.url}${url}`, { headers: { cookie: who.cookie() } })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

describe('A voice message', () => {
  beforeEach(() => befriend(ann, bob))

  it('is made small, mono and playable everywhere, with a waveform, and reaches both people live', async () => {
    const live = await Promise.all([ann, bob].map((who) => connectLive(server, { cookie: who.cookie() })))
    const { status, body } = await record(webm)
    expect([status, body]).toMatchObject([201, { kind: 'audio', mediaType: 'audio', state: 'processing' }])
    expect(UploadView.parse(body)).toEqual(body)
    expect(body.duration).toBeCloseTo(2, 0)
    const sent = await send(body.mediaUrl)
    expect(sent).toMatchObject({ mediaType: 'audio', content: '' })
    const pushed = await Promise.all(
      live.map(
        async (page) =>
          (await page.next('message:updated', ({ message }) => message.media?.state === 'ready')).message,
      ),
    )
    live.forEach((page) => page.close())
    const shown = await ready(sent)
    expect(MessageView.parse(shown)).toEqual(shown)
    expect(pushed).toEqual([shown, shown])

    const { peaks = [], mediaUrl, duration } = shown.media
    expect(peaks).toHaveLength(VOICE.peaks)
    expect(Math.min(...peaks.slice(2, 30))).toBeGreaterThan(50)
    expect(Math.max(...peaks.slice(34))).toBeLessThan(10)
    expect(mediaUrl).toMatch(/^\/api\/media\/direct\/[0-9a-f]{32}\.m4a$/)
    for (const who of [ann, bob]) {
      const file = await fileAt(mediaUrl, who)
      expect([file.status, file.type]).toEqual([200, 'audio/mp4'])
      const { format, streams } = await probed(file.bytes)
      expect(streams).toMatchObject([{ codec_type: 'audio', codec_name: 'aac', channels: 1 }])
      expect(Number(format.duration)).toBeCloseTo(duration!, 0)
      expect(file.bytes.length).toBeLessThan(20_000)
    }
    expect((await fileAt(mediaUrl, king)).status).toBe(404)
    const [conversation] = (await bob.get<ConversationView[]>('/messages/conversations')).body
    expect(conversation!.lastMessage).toMatchObject({ content: '', mediaType: 'audio' })
    const stored = await filesIn(process.env['UPLOADS_DIR']!)
    const token = /[0-9a-f]{32}/.exec(mediaUrl)![0]
    expect(stored.filter((file) => file.includes(token)).map((file) => file.split('/').at(-1))).toEqual([
      'audio.m4a',
    ])
  })

  it.each([
    ['Ogg of Firefox', 'a.ogg', 'audio/ogg; codecs=opus', OPUS],
    ['MP4 of Safari', 'a.mp4', 'audio/mp4', ['-c:a', 'aac']],
    ['M4A', 'a.m4a', 'audio/x-m4a', ['-c:a', 'aac']],
  ])('may be an %s', async (_, name, type, codec) => {
    const { body } = await record(await ffmpegMade(name, [...TONE, ...codec]), { type })
    expect((await ready(await send(body.mediaUrl))).media.peaks).toHaveLength(VOICE.peaks)
  })

  it('is refused when it is too long, broken, without sound, of another type, or not for a message', async () => {
    const long = await ffmpegMade('a.m4a', [
      '-f',
      'lavfi',
      '-i',
      `anullsrc=r=8000:cl=mono:d=${VOICE.seconds + VOICE.grace + 3}`,
      '-c:a',
      'aac',
    ])
    const silent = await ffmpegMade('b.webm', [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=d=1:size=64x64',
      '-c:v',
      'libvpx',
    ])
    for (const [bytes, as, sentence] of [
      [long, { type: 'audio/mp4' }, VOICE_MESSAGES.tooLong],
      [webm.subarray(0, 200), {}, VOICE_MESSAGES.broken],
      [silent, {}, VOICE_MESSAGES.broken],
      [await ffmpegMade('a.mp3', [...TONE]), { type: 'audio/mpeg' }, MEDIA_MESSAGES.notMedia],
      [webm, { purpose: 'post' as never }, VOICE_MESSAGES.elsewhere],
    ] as const) {
      const { status, text } = await record(bytes, as)
      expect([status, text]).toEqual([400, sentence])
    }
    const { body: video } = await upload(server, ann, await mp4(1), {
      name: 'a.mp4',
      type: 'video/mp4',
      purpose: 'message',
    })
    const asVoice = { receiverId: bob.id, content: '', mediaUrl: video.mediaUrl, mediaType: 'audio' }
    expect((await ann.post('/messages', asVoice)).status).toBe(400)
    const { body } = await record(webm)
    const post = await ann.post('/posts', { text: 'Listen', mediaUrl: body.mediaUrl })
    expect([post.status, post.text]).toEqual([400, MEDIA_MESSAGES.mediaElsewhere])
  })

  it('is in the export with its file, and goes with its message', async () => {
    const message = await ready(await send((await record(webm)).body.mediaUrl))
    const exported = (await ann.get<{ messages: object[]; files: object[] }>('/user/export-data')).body
    expect(exported.messages).toMatchObject([{ mediaType: 'audio', mediaUrl: message.mediaUrl }])
    expect(exported.files).toMatchObject([{ kind: 'audio', mediaUrl: message.mediaUrl }])
    const { exportPage } = await import('#server/features/account/personal-data/export-page.ts')
    const { body: account } = await ann.get<{ user: Parameters<typeof exportPage>[0] }>('/auth/me')
    let page = ''
    for await (const part of exportPage(account.user)) page += part
    expect(page).toContain(`<audio src="files/${/[0-9a-f]{32}/.exec(message.mediaUrl!)![0]}.m4a" controls`)
    const { setUndoTime } = await import('#server/shared/undo-time.ts')
    setUndoTime(0)
    await ann.delete(`/messages/${message.conversationId}/${message.id}`)
    setUndoTime()
    await expect.poll(async () => (await fileAt(message.mediaUrl!, ann)).status).toBe(404)
  })

  it('can be listened to by staff once it is reported, for an hour, and by nobody else', async () => {
    const message = await ready(await send((await record(webm)).body.mediaUrl))
    await bob.post('/reports', { targetType: 'message', targetId: message.id, reason: 'harassment' })
    expect((await fileAt(message.mediaUrl!, king)).status).toBe(404)
    const { body: reports } = await king.get<AdminReportView[]>('/admin/reports')
    const report = reports.find(({ targetId }) => targetId === message.id)!
    const { body } = await king.get<ReportHistoryView>(`/admin/reports/${report.id}`)
    const { mediaUrl, media, mediaType } = body.now.media!
    expect([mediaType, media!.mediaUrl, media!.peaks]).toEqual(['audio', mediaUrl, message.media.peaks])
    expect((await fileAt(mediaUrl, king)).status).toBe(200)
    const stranger = await person(server, `voice_cat_${round}`)
    expect((await fileAt(mediaUrl, stranger)).status).toBe(404)
    const [path, pass] = mediaUrl.split('?pass=') as [string, string]
    const [until, signature] = pass.split('.') as [string, string]
    for (const forged of [
      `${Number(until) + 1}.${signature}`,
      `${Date.now() - 1}.${signature}`,
      signature,
      '',
    ])
      expect((await fileAt(`${path}?pass=${forged}`, king)).status, forged).toBe(404)
  })
})

it('[L45] a voice message in a request cannot be played before it is accepted', async () => {
  const message = await ready(await send((await record(webm)).body.mediaUrl))
  expect(await read(bob, message)).toMatchObject({ mediaType: 'audio', mediaUrl: null, media: null })
  expect((await fileAt(message.mediaUrl!, bob)).status).toBe(404)
  await bob.post(`/messages/${message.conversationId}/accept`)
  expect(await read(bob, message)).toMatchObject({ mediaUrl: message.mediaUrl, media: { state: 'ready' } })
  expect((await fileAt(message.mediaUrl!, bob)).status).toBe(200)
})
