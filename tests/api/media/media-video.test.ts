import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UploadView } from '#contract/media.ts'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { ffmpegMade, filesIn, mp4, probed, testSource, upload } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const bytesOf = async (url: string, who: Person = ann) =>
  Buffer.from(await (await fetch(`${server.url}${url}`, { headers: { cookie: who.cookie() } })).arrayBuffer())
const stateOf = async (id: string) => (await ann.get<UploadView>(`/media/${id}`)).body
async function made(bytes: Buffer, name = 'a.mp4', type = 'video/mp4'): Promise<UploadView> {
  const { status, text, body } = await upload(server, ann, bytes, { name, type })
  expect([status, text.slice(0, 1)]).toEqual([201, '{'])
  expect(UploadView.parse(body)).toMatchObject({
    state: 'processing',
    kind: 'video',
    mediaType: 'video',
    error: null,
  })
  await expect.poll(async () => (await stateOf(body.id)).state, { timeout: 30_000 }).toBe('ready')
  return stateOf(body.id)
}

const SOURCES: [string, string, string, () => Promise<Buffer>][] = [
  ['an MP4 that plays as it is', 'a.mp4', 'video/mp4', () => mp4(3)],
  [
    'a QuickTime with ten bits',
    'a.mov',
    'video/quicktime',
    () =>
      ffmpegMade('a.mov', [
        ...testSource(2),
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p10le',
        '-c:a',
        'pcm_s16le',
      ]),
  ],
  [
    'a WebM',
    'a.webm',
    'video/webm',
    () =>
      ffmpegMade('a.webm', [
        ...testSource(2),
        '-c:v',
        'libvpx',
        '-deadline',
        'realtime',
        '-c:a',
        'libvorbis',
      ]),
  ],
  [
    'a WebM that does not know how long it is',
    'a.webm',
    'video/webm',
    () => ffmpegMade('a.webm', [...testSource(2), '-c:v', 'libvpx', '-deadline', 'realtime', '-live', '1']),
  ],
  [
    'an AVI',
    'a.avi',
    'video/x-msvideo',
    () => ffmpegMade('a.avi', [...testSource(2), '-c:v', 'mpeg4', '-c:a', 'mp3']),
  ],
  [
    'a silent M4V of odd size',
    'a.m4v',
    'video/x-m4v',
    () =>
      ffmpegMade('a.m4v', [
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=321x181:rate=25:duration=2',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv444p',
      ]),
  ],
  ['a large one', 'a.mp4', 'video/mp4', () => mp4(1, '2560x1440')],
]

describe('A video', () => {
  it.each(SOURCES)(
    '%s becomes an MP4 that every browser plays, with a still',
    async (_name, name, type, make) => {
      const media = await made(await make(), name, type)
      expect(media).toMatchObject({ progress: 100, variants: { avatar: null, card: null, full: null } })
      const { format, streams } = await probed(await bytesOf(media.mediaUrl))
      const video = streams.find(({ codec_type }) => codec_type === 'video')!
      const audio = streams.find(({ codec_type }) => codec_type === 'audio')
      expect([format.format_name, video.codec_name, video.pix_fmt, audio?.codec_name ?? 'aac']).toEqual([
        'mov,mp4,m4a,3gp,3g2,mj2',
        'h264',
        'yuv420p',
        'aac',
      ])
      expect([video.width, video.height]).toEqual([media.width, media.height])
      expect(Math.max(video.width!, video.height!)).toBeLessThanOrEqual(1280)
      expect(Math.abs(Number(format.duration) - media.duration!)).toBeLessThan(0.5)
      const still = await sharp(await bytesOf(media.poster!)).metadata()
      expect(still.format).toBe('webp')
      expect(Math.abs(still.width / still.height - media.aspect!)).toBeLessThan(0.05)
    },
    60_000,
  )

  it('can be played while it loads, loses its metadata, and leaves no original behind', async () => {
    const source = await ffmpegMade('a.mov', [
      ...testSource(2),
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-metadata',
      'location=+52.5200+013.4050/',
      '-metadata',
      'title=Secret',
    ])
    expect(source.includes('+52.5200')).toBe(true)
    const media = await made(source, 'a.mov', 'video/quicktime')
    const bytes = await bytesOf(media.mediaUrl)
    expect([bytes.includes('+52.5200'), bytes.includes('Secret')]).toEqual([false, false])
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    const token = /[0-9a-f]{32}/.exec(media.mediaUrl)![0]
    await expect
      .poll(async () =>
        (await filesIn(process.env.UPLOADS_DIR!))
          .filter((file) => file.includes(token))
          .map((file) => file.split('/').at(-1))
          .sort(),
      )
      .toEqual(['poster.webp', 'video.mp4'])
  }, 60_000)

  it('filmed upright is shown upright', async () => {
    const lying = await mp4(2)
    const { writeFile, rm } = await import('node:fs/promises')
    const file = `${process.env.UPLOADS_DIR}/../turned.mp4`
    await writeFile(file, lying)
    const turned = await ffmpegMade('b.mp4', ['-i', file, '-c', 'copy', '-metadata:s:v:0', 'rotate=90'])
    await rm(file)
    const media = await made(turned)
    expect([media.width, media.height]).toEqual([180, 320])
  }, 60_000)
})

describe('Videos of several people', () => {
  it('take turns: the second one of a person comes after the first one of another', async () => {
    const clip = await mp4(1, '64x36')
    const as = { name: 'a.mp4', type: 'video/mp4' }
    const { closeJobs, startJobs } = await import('#server/platform/jobs/job-runner.ts')
    await closeJobs()
    const recorded = await recordEvents('media:updated')
    const owners = new Map<string, string>()
    for (const who of [ann, ann, ann, bob])
      owners.set((await upload(server, who, clip, as)).body.id, who.handle)
    startJobs()
    const order = () =>
      recorded.heard.flatMap((one) =>
        one.name === 'media:updated' && one.payload.media.state === 'ready'
          ? [owners.get(one.payload.media.id)]
          : [],
      )
    await expect.poll(() => order().length, { timeout: 60_000 }).toBe(4)
    recorded.stop()
    expect(order().indexOf('bob')).toBeLessThan(2)
  }, 90_000)
})

describe('A post with a video in processing', () => {
  it('appears at once, and shows the video as soon as it is ready; so does a message', async () => {
    await befriend(ann, bob)
    const slow = await ffmpegMade('a.webm', [
      ...testSource(3, '640x360'),
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-c:a',
      'libvorbis',
    ])
    const [forPost, forMessage] = await Promise.all([
      upload(server, ann, slow, { name: 'a.webm', type: 'video/webm' }),
      upload(server, ann, slow, { name: 'a.webm', type: 'video/webm', purpose: 'message' }),
    ])
    const recorded = await recordEvents('media:updated', 'post:updated', 'message:updated')
    const post = (
      await ann.post<PostView>('/posts', {
        text: 'Coming',
        mediaUrl: forPost.body.mediaUrl,
        mediaType: 'video',
      })
    ).body
    const message = (
      await ann.post<MessageView>('/messages', {
        receiverId: bob.id,
        content: '',
        mediaUrl: forMessage.body.mediaUrl,
      })
    ).body
    expect([post.media!.state, post.mediaType, message.media!.state, message.mediaType]).toEqual([
      'processing',
      'video',
      'processing',
      'video',
    ])
    expect((await visitor(server).get(post.mediaUrl!.slice(4))).status).toBe(404)
    const shown = async () => (await bob.get<PostView>(`/posts/${post.id}`)).body.media
    await expect.poll(async () => (await shown())!.state, { timeout: 30_000 }).toBe('ready')
    await expect
      .poll(
        async () =>
          (await bob.get<MessageView[]>(`/messages/${message.conversationId}`)).body[0]!.media!.state,
        { timeout: 30_000 },
      )
      .toBe('ready')
    const heard = recorded.stop()
    const [updatedPost] = heard.flatMap((one) => (one.name === 'post:updated' ? [one.payload.post] : []))
    expect(updatedPost!.media).toEqual(await shown())
    expect(updatedPost!.rev).toBeGreaterThan(post.rev)
    expect(
      heard.some((one) => one.name === 'message:updated' && one.payload.message.media?.state === 'ready'),
    ).toBe(true)
    const progress = heard.flatMap((one) =>
      one.name === 'media:updated' && one.payload.media.id === forPost.body.id ? [one.payload.media] : [],
    )
    expect(progress.every(({ rev }, at) => at === 0 || rev > progress[at - 1]!.rev)).toBe(true)
    expect(progress.at(-1)).toMatchObject({ state: 'ready', progress: 100, claimed: true })
    expect((await visitor(server).get(post.mediaUrl!.slice(4))).status).toBe(200)
    expect((await visitor(server).get(message.mediaUrl!.slice(4))).status).toBe(404)
  }, 90_000)
})
