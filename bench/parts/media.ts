import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { UploadView } from '#contract/media.ts'
import type { Bench } from '#bench/support/bench.ts'
import { makeClip, photo } from '#bench/support/files.ts'
import { openLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile, spreadOf } from '#bench/support/stats.ts'
import { releaseUploads, sendUpload } from '#bench/support/upload.ts'
import { personId } from '#bench/support/world.ts'

const MEGABYTE = 1024 * 1024
const BARE = path.resolve(import.meta.dirname, '../bare/bare-pictures.ts')
/** A picture of 12 megapixels, as a phone takes it. */
const PICTURES = 8
const FEEDS_A_SECOND = 60
const FEED_SECONDS = 8
const LARGE_FILES = 4
const LARGE_MEGABYTES = 300

/**
 * The cost of uploads: pictures against sharp alone, memory while large files arrive, and the latency of
 * readers meanwhile.
 */
export async function media(bench: Bench): Promise<Result[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-bench-'))
  const bare = fork(BARE, { execArgv: [] })
  try {
    await releaseUploads(bench)
    return [
      await pictures(bench, folder, bare),
      await feedWhileTranscoding(bench, folder),
      await memoryOfUploads(bench, folder),
    ]
  } finally {
    bare.disconnect()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Uploads until they are answered, two at once so that the server always has a next one, against sharp in a
 * loop.
 */
async function pictures(
  { db, product, own, options }: Bench,
  folder: string,
  bare: ChildProcess,
): Promise<Result> {
  const file = path.join(folder, 'photo.jpg')
  await writeFile(file, await photo())
  const bytes = await readFile(file)
  const people = await signIn(
    db,
    Array.from({ length: PICTURES }, (_, at) => personId(at)),
  )
  const uploads = async (): Promise<Figures> => {
    const waiting = [...people]
    const began = performance.now()
    const sendOn = async () => {
      for (let cookie = waiting.pop(); cookie; cookie = waiting.pop())
        await sendUpload(product.port, cookie, { pieces: [bytes], name: 'photo.jpg', type: 'image/jpeg' })
    }
    await Promise.all([sendOn(), sendOn()])
    return { perSecond: (PICTURES * 1000) / (performance.now() - began) }
  }
  const alone = async (): Promise<Figures> => {
    const began = performance.now()
    bare.send({ input: file, folder, times: PICTURES })
    await once(bare, 'message')
    return { perSecond: (PICTURES * 1000) / (performance.now() - began) }
  }
  await Promise.all([uploads(), alone()]) // until worker and libraries are warm
  const result = await compare({
    rounds: options.rounds,
    own: [...own, bare.pid!],
    product: uploads,
    bare: alone,
  })
  return {
    measure: 'pictures a second, 12 megapixels, against bare sharp',
    unit: 'x',
    value: result.ratio['perSecond']!,
    must: 0.85,
    atLeast: true,
    detail: { ...result },
  }
}

/** The same calls at the same rate, on an idle server and while videos are processed. */
async function feedWhileTranscoding({ db, product, options }: Bench, folder: string): Promise<Result> {
  const cookies = await signIn(
    db,
    Array.from({ length: options.rounds + 1 }, (_, at) => personId(100 + at)),
  )
  const reader: Call = { path: '/api/posts', cookie: cookies[options.rounds]! }
  const read = async () =>
    quantile(
      (await openLoop(product.port, FEEDS_A_SECOND * FEED_SECONDS, FEEDS_A_SECOND, () => reader)).latencies,
      0.99,
    )
  const clip = await readFile(
    await makeClip(folder, 'long.avi', 58, '1920x1080', ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'mp3']),
  )
  const rounds: { idle: number; busy: number }[] = []
  await read()
  for (let round = 0; round < options.rounds; round += 1) {
    const idle = await read()
    const { id } = await sendUpload(product.port, cookies[round]!, {
      pieces: [clip],
      name: 'long.avi',
      type: 'video/x-msvideo',
    })
    await untilState(product.port, cookies[round]!, id, ({ progress }) => (progress ?? 0) > 0)
    const busy = await read()
    if ((await stateOf(product.port, cookies[round]!, id)).state !== 'processing')
      throw new Error('The video was done before the feed had been read: a longer one is needed')
    rounds.push({ idle, busy })
    await untilState(product.port, cookies[round]!, id, ({ state }) => state === 'ready')
  }
  const detail = {
    rounds: rounds.length,
    perSecond: FEEDS_A_SECOND,
    idleMs: spreadOf(rounds.map(({ idle }) => idle)),
    busyMs: spreadOf(rounds.map(({ busy }) => busy)),
  }
  return {
    measure: "signed-in feed's p99 while a video is made, against idle",
    unit: 'x',
    value: spreadOf(rounds.map(({ idle, busy }) => busy / idle)),
    must: 1.5,
    detail,
  }
}

/** The highest rise of the server's resident memory. */
async function memoryOfUploads({ db, product }: Bench, folder: string): Promise<Result> {
  const clip = await readFile(
    await makeClip(folder, 'short.mp4', 2, '320x180', [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    ]),
  )
  // A video with padding at its end, which its container allows.
  const free = Buffer.alloc(8)
  free.writeUInt32BE(LARGE_MEGABYTES * MEGABYTE + 8)
  free.write('free', 4)
  const filler = Buffer.alloc(MEGABYTE)
  const file = {
    pieces: [clip, free, ...Array.from({ length: LARGE_MEGABYTES }, () => filler)],
    name: 'a.mp4',
    type: 'video/mp4',
  }
  const cookies = await signIn(
    db,
    Array.from({ length: LARGE_FILES }, (_, at) => personId(200 + at)),
  )
  const before = await resident(product.pid)
  let highest = before
  const sending = Promise.all(cookies.map((cookie) => sendUpload(product.port, cookie, file)))
  const state = { sent: false }
  void sending.finally(() => (state.sent = true)).catch(() => undefined)
  while (!state.sent) {
    highest = Math.max(highest, await resident(product.pid))
    await pause(50)
  }
  const uploads = await sending
  await Promise.all(
    uploads.map(({ id }, at) =>
      untilState(product.port, cookies[at]!, id, ({ state: now }) => now === 'ready' || now === 'failed'),
    ),
  )
  const risen = (highest - before) / MEGABYTE
  return {
    measure: `memory of the server while ${LARGE_FILES} files of ${LARGE_MEGABYTES} MB come in`,
    unit: 'MB',
    value: spreadOf([risen]),
    must: 50,
    detail: { before, highest },
  }
}

async function stateOf(port: number, cookie: string, id: string): Promise<UploadView> {
  const uploads = (await (
    await fetch(`http://127.0.0.1:${port}/api/media/uploads`, { headers: { cookie } })
  ).json()) as UploadView[]
  const found = uploads.find((upload) => upload.id === id)
  if (!found) throw new Error(`Upload ${id} is not there any more`)
  return found
}

async function untilState(
  port: number,
  cookie: string,
  id: string,
  is: (upload: UploadView) => boolean,
): Promise<void> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await pause(100)) {
    if (is(await stateOf(port, cookie, id))) return
  }
  throw new Error(`Upload ${id} did not come that far within 300 s`)
}

const resident = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
