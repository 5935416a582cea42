import { connect } from 'node:net'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { ffmpegMade, filesIn, mp4, noise, plain, testSource, upload } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let ann: Person

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
})
afterAll(() => server.close())

const nothingLeft = async () => {
  const { MediaModel } = await import('#server/features/media/media.model.ts')
  const files = await filesIn(process.env.UPLOADS_DIR!)
  // The monitor's repair tries to make a picture by itself when something failed.
  const isUpload = (file: string) => !file.includes('self-test-')
  return { files: files.filter(isUpload), records: await MediaModel.countDocuments() }
}
const NOTHING = { files: [], records: 0 }

const IMAGE = 'Invalid image format. Please use JPEG, PNG, WebP, or GIF.'
const BROKEN = 'That file is broken. Please try another one.'
const videoOf = (type: string) => `Invalid video format: ${type}. Please use MP4, WebM, QuickTime, or AVI.`
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const jpeg = () => noise(600, 400).jpeg().toBuffer()
const text = (words: string) => Promise.resolve(Buffer.from(words))

/** White with one bit for each pixel: 28 MB of zeros that deflate to a few thousand bytes. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
  }
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const uint32 = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff))

/**
 * A frame of this size with the data of its first pixels: its size alone must be enough to refuse it.
 */
function hugeGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const colours = [0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]
  const frame = [0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 0x01, 0]
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([...colours, ...frame, 0x3b])])
}

const CORPUS: [
  string,
  () => Promise<Buffer>,
  { name?: string; type?: string; purpose?: 'avatar' | 'post' },
  number,
  string,
][] = [
  [
    'a playlist as MP4',
    () => text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    videoOf('unknown'),
  ],
  [
    'an SVG as JPEG',
    () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    {},
    400,
    IMAGE,
  ],
  [
    'a page as PNG',
    () => text('<!doctype html><script>alert(1)</script>'),
    { name: 'a.png', type: 'image/png' },
    400,
    IMAGE,
  ],
  [
    'a picture of 225 megapixels',
    () => Promise.resolve(hugePng(15_000, 15_000)),
    { type: 'image/png' },
    400,
    'That picture has too many pixels. Please make it smaller and try again.',
  ],
  ['half a JPEG', async () => half(await jpeg()), {}, 400, BROKEN],
  [
    'half a PNG',
    async () => half(await noise(300, 300).png().toBuffer()),
    { type: 'image/png' },
    400,
    BROKEN,
  ],
  ['half an MP4', async () => half(await mp4(1)), { name: 'a.mp4', type: 'video/mp4' }, 400, BROKEN],
  [
    'half an MP4 that loads fast',
    async () =>
      half(
        await ffmpegMade('a.mp4', [
          ...testSource(1),
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-c:a',
          'aac',
          '-movflags',
          '+faststart',
        ]),
      ),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    BROKEN,
  ],
  [
    '61 seconds',
    () => ffmpegMade('a.mp4', [...testSource(61, '64x36', 5), '-c:v', 'libx264', '-c:a', 'aac']),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    'Videos must be 60 seconds or shorter',
  ],
  [
    '61 silent seconds',
    () =>
      ffmpegMade('a.mp4', [
        '-f',
        'lavfi',
        '-i',
        'testsrc=size=64x36:rate=5:duration=61',
        '-pix_fmt',
        'yuv420p',
        '-c:v',
        'libx264',
      ]),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    'Videos must be 60 seconds or shorter',
  ],
  [
    '500 pictures a second',
    () => ffmpegMade('a.mp4', [...testSource(1, '64x36', 500), '-c:v', 'libx264', '-c:a', 'aac']),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    'That video is too much to process. Please save it with 4K and 60 frames a second at most.',
  ],
  ['nothing', () => text(''), {}, 400, IMAGE],
  ['nothing, as a video', () => text(''), { name: 'a.mp4', type: 'video/mp4' }, 400, videoOf('unknown')],
  [
    'words',
    () => text('Hear, hear.'),
    { name: 'a.txt', type: 'text/plain' },
    400,
    'Please select an image or video file.',
  ],
  [
    'an MP3 as MP4',
    () => ffmpegMade('a.mp3', ['-f', 'lavfi', '-i', 'sine=440:duration=2']),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    videoOf('audio/mpeg'),
  ],
  [
    'a Matroska as MP4',
    () => ffmpegMade('a.mkv', [...testSource(1), '-c:v', 'libx264']),
    { name: 'a.mp4', type: 'video/mp4' },
    400,
    videoOf('video/matroska'),
  ],
  ['a TIFF as JPEG', () => noise(50, 50).tiff().toBuffer(), {}, 400, IMAGE],
  ['an AVIF as JPEG', () => noise(64, 64).avif({ effort: 0 }).toBuffer(), {}, 400, IMAGE],
  [
    'a picture over 10 MB',
    () => plain(2200, 2200).png({ compressionLevel: 0 }).toBuffer(),
    { type: 'image/png' },
    413,
    'Image file is too large. Maximum size is 10MB.',
  ],
  ['a video as an avatar', () => mp4(1), { name: 'a.mp4', type: 'video/mp4', purpose: 'avatar' }, 400, IMAGE],
  [
    'a GIF that unfolds to a gigapixel',
    () => Promise.resolve(hugeGif(32_000, 32_000)),
    { type: 'image/gif' },
    400,
    'That picture has too many pixels. Please make it smaller and try again.',
  ],
]

describe('A file with a false type', () => {
  it.each(CORPUS)(
    '%s is refused, and nothing of it stays',
    async (_name, make, as, status, sentence) => {
      const answer = await upload(server, ann, await make(), as)
      expect([answer.status, answer.text]).toEqual([status, sentence])
      expect(await nothingLeft()).toEqual(NOTHING)
    },
    60_000,
  )

  it('is treated as what its bytes say, if it is a picture with a wrong name and type', async () => {
    const { status, body } = await upload(server, ann, await jpeg(), { name: 'clip.mp4', type: 'video/mp4' })
    expect([status, body.kind]).toEqual([201, 'image'])
    await ann.delete(`/media/${body.id}`)
    expect(await nothingLeft()).toEqual(NOTHING)
  })
})

describe('An invalid call', () => {
  it('is refused without a file, a form, a length or a session', async () => {
    const call = (body: FormData | string, type?: string) =>
      fetch(`${server.url}/api/media/upload`, {
        method: 'POST',
        body,
        headers: { cookie: ann.cookie(), ...(type && { 'content-type': type }) },
      })
    const empty = new FormData()
    empty.set('other', 'field')
    const answers = [
      await call(empty),
      await call('file', 'text/plain'),
      await call('x', 'multipart/form-data'),
    ]
    expect(await Promise.all(answers.map(async (one) => [one.status, await one.text()]))).toEqual(
      answers.map(() => [400, 'Please choose a file to upload.']),
    )
    expect((await upload(server, visitor(server), await jpeg())).status).toBe(401)
    expect((await call('{}', 'application/json')).status).toBe(400)
    expect(await nothingLeft()).toEqual(NOTHING)
  })
})

/** A hand-written form: each part is its headers and its content. */
function sendForm(
  parts: readonly (readonly [headers: string, content: Buffer | string])[],
  end = '--x--\r\n',
) {
  const body = Buffer.concat([
    ...parts.flatMap(([headers, content]) => [
      Buffer.from(`--x\r\n${headers}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])
  return fetch(`${server.url}/api/media/upload`, {
    method: 'POST',
    body,
    headers: { cookie: ann.cookie(), 'content-type': 'multipart/form-data; boundary=x' },
  })
}
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg'

describe('A malformed form', () => {
  it('with more than one file is refused, and none is stored', async () => {
    const picture = await jpeg()
    expect(
      (
        await sendForm([
          [FILE, picture],
          [FILE, picture],
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await sendForm([
          [FILE, picture],
          [FILE.replace('"file"', '"other"'), picture],
        ])
      ).status,
    ).toBe(400)
    const fields = Array.from(
      { length: 11 },
      (_, at) => [`Content-Disposition: form-data; name="f${at}"`, 'x'] as const,
    )
    expect((await sendForm([[FILE, picture], ...fields])).status).toBe(400)
    expect(await nothingLeft()).toEqual(NOTHING)
  })

  it('with millions of empty parts is refused after a few of them', async () => {
    const bytes = '--x\r\n\r\n\r\n'.repeat(2_000_000)
    const before = process.cpuUsage()
    const answer = await sendForm([], bytes)
    const { user, system } = process.cpuUsage(before)
    expect(answer.status).toBe(400)
    // 20 MB used to block the server's only thread for 5 to 9 s.
    expect((user + system) / 1e6).toBeLessThan(3)
    expect(await nothingLeft()).toEqual(NOTHING)
  }, 30_000)

  it('with very many empty parts costs the main thread no more than a few milliseconds', async () => {
    // What one read of a socket brings.
    const bytes = '--x\r\n\r\n\r\n'.repeat(6_500)
    const costs: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const before = process.threadCpuUsage()
      expect((await sendForm([], bytes)).status).toBe(400)
      const { user, system } = process.threadCpuUsage(before)
      costs.push((user + system) / 1000)
    }
    expect(Math.min(...costs)).toBeLessThan(15)
    expect(await nothingLeft()).toEqual(NOTHING)
  })

  it('of nothing but its end mark, again and again, is refused at once', async () => {
    const before = performance.now()
    expect((await sendForm([], '--x--\r\n'.repeat(1_300_000))).status).toBe(400)
    // A client that sends nothing for 30 s counts as gone.
    expect(performance.now() - before).toBeLessThan(20_000)
    expect(await nothingLeft()).toEqual(NOTHING)
  }, 60_000)

  it('that ends early is answered 400, not 500', async () => {
    const errors: unknown[] = []
    const { onErrorReport } = await import('#server/platform/error-reports.ts')
    const stop = onErrorReport(({ error }) => void errors.push(error))
    const picture = await jpeg()
    expect((await sendForm([[FILE, half(picture)]], '')).status).toBe(400)
    for (let round = 0; round < 10; round += 1) await breakOff(picture)
    await expect.poll(nothingLeft, { timeout: 15_000 }).toEqual(NOTHING)
    stop()
    expect(errors).toEqual([])
  })
})

/**
 * Open files of this process, and connections to its server. Connections to the database are not counted.
 */
const handles = () => ({
  files: readdirSync('/proc/self/fd')
    .map(linkOf)
    .filter((link) => link.startsWith(process.env.UPLOADS_DIR!)),
  connections: readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local, , state]) => local?.endsWith(portOf(server.url)) && ![LISTENS, OVER].includes(state ?? ''),
    ).length,
})
const [LISTENS, OVER] = ['0A', '06']
const portOf = (url: string) => `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')}`
function linkOf(handle: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`)
  } catch {
    return '' // closed meanwhile
  }
}

/** Sends half a form and disconnects. */
function breakOff(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
    )
    socket.on('error', reject).on('close', () => resolve())
    socket.write(
      `POST /api/media/upload HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nCookie: ${ann.cookie()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + bytes.length * 2}\r\n\r\n`,
    )
    socket.write(head)
    socket.write(bytes, () => socket.destroy())
  })
}

describe('An interrupted upload', () => {
  it('leaves no file, record or file handle, a hundred times', async () => {
    const bytes = await noise(400, 400).jpeg().toBuffer()
    const { connections } = handles()
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => breakOff(bytes)))
      // Otherwise the server would have to clean up after all uploads at the end.
      await expect.poll(nothingLeft).toEqual(NOTHING)
    }
    // Fewer than before is correct too: connections of earlier tests close meanwhile.
    await until(
      'no file is open, and no connection more than before',
      () => handles().files.length === 0 && handles().connections <= connections,
      15_000,
    )
  }, 90_000)
})
