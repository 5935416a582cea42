import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { bytesOf, expectPlayable, madeVideo } from '#tests/support/made-video.ts'
import { ffmpegMade, filesIn, mp4, testSource, upload } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const SIZE = '160x90'
const WEBM = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis']

const made = (bytes: Buffer, name?: string, type?: string) => madeVideo(server, ann, bytes, name, type)

let stopJobs = () => {}
/** No job begins until the function is called that this one gives. */
async function heldJobs(): Promise<() => void> {
  const { closeJobs, startJobs } = await import('#server/platform/jobs/job-runner.ts')
  stopJobs()
  await closeJobs()
  return () => void (stopJobs = startJobs())
}

describe('A video', () => {
  it('that plays as it is, and a WebM, become MP4s that every browser plays, with a still', async () => {
    for (const media of [
      await made(await mp4(1, SIZE)),
      await made(await ffmpegMade('a.webm', [...testSource(1, SIZE), ...WEBM]), 'a.webm', 'video/webm'),
    ])
      await expectPlayable(server, ann, media)
  }, 60_000)

  it('can be played while it loads, loses its metadata, and leaves no original behind', async () => {
    const source = await ffmpegMade('a.mov', [
      ...testSource(1, SIZE),
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
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
    const bytes = await bytesOf(server, media.mediaUrl, ann)
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
})

describe('Videos of several people', () => {
  it('take turns: the second one of a person comes after the first one of another', async () => {
    const clip = await mp4(1, '64x36')
    const as = { name: 'a.mp4', type: 'video/mp4' }
    const startJobs = await heldJobs()
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
    const clip = await ffmpegMade('a.webm', [...testSource(2, SIZE), ...WEBM])
    const startJobs = await heldJobs()
    const [forPost, forMessage] = await Promise.all([
      upload(server, ann, clip, { name: 'a.webm', type: 'video/webm' }),
      upload(server, ann, clip, { name: 'a.webm', type: 'video/webm', purpose: 'message' }),
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
    startJobs()
    const shown = async () => (await bob.get<PostView>(`/posts/${post.id}`)).body.media
    await until('the post has it', async () => (await shown())!.state === 'ready')
    const inThread = async () =>
      (await bob.get<MessageView[]>(`/messages/${message.conversationId}`)).body[0]!.media
    await until('the message has it', async () => (await inThread())!.state === 'ready')
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
