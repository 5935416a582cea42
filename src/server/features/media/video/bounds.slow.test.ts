import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { canMakeVideos, probe } from './ffmpeg.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-bounds-'))))
afterAll(() => rm(folder, { recursive: true }))

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at))
  return bytes
}
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([words(body.length + 8), Buffer.from(type), body])
}

/** A movie with tracks that name a million packets of one byte each, and whatever else. */
function manyPackets(tracks: number, ...more: Buffer[]): Buffer {
  const packets = 1_000_000
  const entry = box('none', words(0, 1, 0, 0, 0, 0, (64 << 16) | 36), Buffer.alloc(50))
  const table = box(
    'stbl',
    box('stsd', words(0, 1), entry),
    box('stts', words(0, 1, packets, 1)),
    box('stsc', words(0, 1, 1, packets, 1)),
    box('stsz', words(0, 1, packets)),
    box('stco', words(0, 1, 40)),
  )
  const handler = box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0))
  const media = box('mdia', box('mdhd', words(0, 0, 0, 1000, 1000, 0)), handler, box('minf', table))
  const track = (id: number) => box('trak', box('tkhd', words(7, 0, 0, id), Buffer.alloc(68)), media)
  const movie = box('moov', ...Array.from({ length: tracks }, (_, at) => track(at + 1)), ...more)
  return Buffer.concat([box('ftyp', Buffer.from('isom'), words(512)), box('mdat', Buffer.alloc(1000)), movie])
}

/** Tags with a name of their own each: ffprobe compares each with all before it. */
function tags(count: number): Buffer {
  const tag = (at: number) =>
    box(
      '----',
      box('mean', words(0), Buffer.from('a')),
      box('name', words(0), Buffer.from(String(at))),
      box('data', words(1, 0), Buffer.from('x')),
    )
  const handler = box('hdlr', words(0, 0), Buffer.from('mdirappl'), words(0, 0, 0))
  const list = box('ilst', ...Array.from({ length: count }, (_, at) => tag(at)))
  return box('udta', box('meta', words(0), handler, list))
}

const written = async (bytes: Buffer) => {
  const file = path.join(folder, 'a.mp4')
  await writeFile(file, bytes)
  return { path: file, format: 'mov' }
}

test('a file that would take gigabytes to read is refused, and a like one of a usual size is read', async () => {
  expect((await probe(await written(manyPackets(2)))).streams).toHaveLength(2)
  await expect(probe(await written(manyPackets(40)))).rejects.toThrow(MEDIA_MESSAGES.mediaBroken)
}, 60_000)

test('ffmpeg has a limit of its memory', async () => {
  const said = path.join(folder, 'said')
  const program = path.join(folder, 'ffmpeg')
  await writeFile(program, `#!/bin/sh\nulimit -d > '${said}'\nexec ffmpeg "$@"\n`, { mode: 0o755 })
  process.env['FFMPEG_PATH'] = program
  expect(await canMakeVideos()).toBe(true)
  expect(Number(await readFile(said, 'utf8'))).toBeLessThanOrEqual(2 * 1024 * 1024)
})

/** Seconds of CPU of this process's ended children (proc(5): cutime and cstime, in hundredths). */
async function cpuOfChildren(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

test('a file with a hundred thousand tags takes a few seconds of CPU, not minutes', async () => {
  expect((await probe(await written(manyPackets(1, tags(100))))).streams).toHaveLength(1)
  const before = await cpuOfChildren()
  await expect(probe(await written(manyPackets(1, tags(100_000))))).rejects.toThrow(
    MEDIA_MESSAGES.mediaBroken,
  )
  expect((await cpuOfChildren()) - before).toBeLessThan(8)
}, 120_000)
