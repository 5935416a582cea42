import { request } from 'node:http'
import { once } from 'node:events'
import { beforeAll, expect, it } from 'vitest'
import type { UploadView } from '#contract/media.ts'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { ffmpegMade, filesIn, mp4, probed, testSource, upload } from '#tests/support/media.ts'
import { until } from '#tests/support/until.ts'
import { startKillableServer } from './killable-server.ts'

const killable = startKillableServer()
let ann: Person

beforeAll(async () => {
  ann = await person(killable.server, 'ann')
})

const MEGABYTE = 1024 * 1024
const now = async (id: string) => (await ann.get<UploadView>(`/media/${id}`)).body

it('a server killed in the middle of a video loses nothing: it is made after the restart', async () => {
  const slow = await ffmpegMade('a.avi', [
    ...testSource(30, '640x360'),
    '-c:v',
    'mpeg4',
    '-q:v',
    '5',
    '-c:a',
    'mp3',
  ])
  const { body } = await upload(killable.server, ann, slow, { name: 'a.avi', type: 'video/x-msvideo' })
  const post = (await ann.post<PostView>('/posts', { text: 'Coming', mediaUrl: body.mediaUrl })).body
  await until('the video is under way', async () => (await now(body.id)).progress > 0, 60_000)
  await killable.restart()
  expect((await now(body.id)).state).toBe('processing')
  await until('the video is ready', async () => (await now(body.id)).state === 'ready', 120_000)
  expect((await ann.get<PostView>(`/posts/${post.id}`)).body.media?.state).toBe('ready')
  const made = await fetch(`${killable.server.url}${body.mediaUrl}`)
  const { format, streams } = await probed(Buffer.from(await made.arrayBuffer()))
  expect(Math.abs(Number(format.duration) - 30)).toBeLessThan(0.5)
  expect(streams.map(({ codec_name }) => codec_name).sort()).toEqual(['aac', 'h264'])
  await until(
    'only the video and its still are left',
    async () => (await filesIn(killable.server.uploadsDir)).length === 2,
    20_000,
  )
}, 240_000)

/** Resident bytes of the server. */
async function memory(): Promise<number> {
  const figures = await (await fetch(`${killable.server.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(figures)![1])
}

/** A form with one file of any length, sent in pieces. Resolves to the answer. */
async function send(pieces: readonly Buffer[], type: string): Promise<{ status: number; body: UploadView }> {
  const head = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: ${type}\r\n\r\n`,
  )
  const tail = Buffer.from('\r\n--x--\r\n')
  const length = [head, ...pieces, tail].reduce((sum, piece) => sum + piece.length, 0)
  const call = request(`${killable.server.url}/api/media/upload`, {
    method: 'POST',
    headers: {
      cookie: ann.cookie(),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': length,
    },
  })
  const answered = once(call, 'response')
  for (const piece of [head, ...pieces]) if (!call.write(piece)) await once(call, 'drain')
  call.end(tail)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, body: JSON.parse(text) as UploadView }
}

it('half a gigabyte is taken while a server that has served before grows by less than 50 MB', async () => {
  const clip = await mp4(2)
  // A video followed by 490 MB of zeros, which its container format allows.
  const filler = Buffer.alloc(MEGABYTE)
  const free = Buffer.alloc(8)
  free.writeUInt32BE(490 * MEGABYTE + 8)
  free.write('free', 4)
  const whole = [clip, free, ...Array.from({ length: 490 }, () => filler)]
  // The engine takes 60 to 100 MB for read buffers at the first such bursts, more of them where others use
  // the cores, and keeps them: one of the next bursts must find room in these.
  const growths: number[] = []
  while (growths.length < 5 && !(growths.at(-1)! < 50))
    growths.push(await memoryGrowth(() => expectTaken(send(whole, 'video/mp4'))))
  expect(growths.at(-1), `MB at each burst: ${growths.join(', ')}`).toBeLessThan(50)
}, 240_000)

async function expectTaken(sending: ReturnType<typeof send>): Promise<void> {
  const { status, body } = await sending
  expect([status, body.state]).toEqual([201, 'processing'])
}

/** By how many MB the server's memory is larger at most while `work` goes on. */
async function memoryGrowth(work: () => Promise<void>): Promise<number> {
  const before = await memory()
  let most = before
  const done = new AbortController()
  const measured = (async () => {
    while (!done.signal.aborted) most = Math.max(most, await memory())
  })()
  try {
    await work()
  } finally {
    done.abort()
    await measured
  }
  return (most - before) / MEGABYTE
}
