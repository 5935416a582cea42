import sharp from 'sharp'
import { expect } from 'vitest'
import { UploadView } from '#contract/media.ts'
import type { Person } from './http-client.ts'
import { probed, upload } from './media.ts'
import { until } from './until.ts'

interface Site {
  readonly url: string
}

/** The bytes of a file, as this person gets them. */
export const bytesOf = async (site: Site, url: string, who: Person): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${site.url}${url}`, { headers: { cookie: who.cookie() } })).arrayBuffer())

/** Uploads a video, and waits until it is ready. */
export async function madeVideo(
  site: Site,
  who: Person,
  bytes: Buffer,
  name = 'a.mp4',
  type = 'video/mp4',
): Promise<UploadView> {
  const { status, text, body } = await upload(site, who, bytes, { name, type })
  expect([status, text.slice(0, 1)]).toEqual([201, '{'])
  expect(UploadView.parse(body)).toMatchObject({
    state: 'processing',
    kind: 'video',
    mediaType: 'video',
    error: null,
  })
  const now = async () => (await who.get<UploadView>(`/media/${body.id}`)).body
  await until('the video is ready', async () => (await now()).state === 'ready')
  return now()
}

/** An MP4 that every browser plays, of the size and the length that its record says, with a still. */
export async function expectPlayable(site: Site, who: Person, media: UploadView): Promise<void> {
  expect(media).toMatchObject({ progress: 100, variants: { avatar: null, card: null, full: null } })
  const { format, streams } = await probed(await bytesOf(site, media.mediaUrl, who))
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
  const still = await sharp(await bytesOf(site, media.poster!, who)).metadata()
  expect(still.format).toBe('webp')
  expect(Math.abs(still.width / still.height - media.aspect!)).toBeLessThan(0.05)
}
