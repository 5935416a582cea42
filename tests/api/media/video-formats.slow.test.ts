import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { person, type Person } from '#tests/support/http-client.ts'
import { expectPlayable, madeVideo } from '#tests/support/made-video.ts'
import { ffmpegMade, mp4, testSource } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
})
afterAll(() => server.close())

const SOURCES: [string, string, string, () => Promise<Buffer>][] = [
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

it.each(SOURCES)(
  '%s becomes an MP4 that every browser plays, with a still',
  async (_name, name, type, make) =>
    expectPlayable(server, ann, await madeVideo(server, ann, await make(), name, type)),
  60_000,
)

it('a video that was filmed upright is shown upright', async () => {
  const lying = await mp4(2)
  const file = `${process.env.UPLOADS_DIR}/../turned.mp4`
  await writeFile(file, lying)
  const turned = await ffmpegMade('b.mp4', ['-i', file, '-c', 'copy', '-metadata:s:v:0', 'rotate=90'])
  await rm(file)
  const media = await madeVideo(server, ann, turned)
  expect([media.width, media.height]).toEqual([180, 320])
}, 60_000)
