import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ffmpegMade } from '#tests/support/media.ts'
import { examine, isTooHeavy } from './make-video.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-heavy-'))))
afterAll(() => rm(folder, { recursive: true }))

const ENCODED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

interface Clip {
  size: string
  rate: number
  pictures: number
}

/** Black pictures. More than a few are copies of the first one, which costs nothing. */
async function clip({ size, rate, pictures }: Clip): Promise<Buffer> {
  const source = ['-f', 'lavfi', '-i', `color=black:s=${size}:r=${rate}`]
  const first = path.join(folder, 'first.mp4')
  await writeFile(first, await ffmpegMade('a.mp4', [...source, '-frames:v', '1', ...ENCODED]))
  const again = ['-stream_loop', `${pictures - 1}`, '-i', first, '-c', 'copy']
  return ffmpegMade('a.mp4', again)
}

async function factsOf(bytes: Buffer) {
  const file = path.join(folder, 'source.mp4')
  await writeFile(file, bytes)
  return examine({ path: file, format: 'mov' })
}

test.each<[string, Clip, boolean]>([
  ['4096 x 2304', { size: '4096x2304', rate: 25, pictures: 2 }, false],
  ['as many pixels, upright', { size: '2304x4096', rate: 25, pictures: 2 }, false],
  ['a row more', { size: '4096x2306', rate: 25, pictures: 2 }, true],
  ['240 pictures a second', { size: '64x64', rate: 240, pictures: 480 }, false],
  ['250 pictures a second', { size: '64x64', rate: 250, pictures: 500 }, true],
  ['many pictures in less than a second', { size: '64x64', rate: 1000, pictures: 200 }, false],
  ['4K with 60 pictures a second, nearly a minute', { size: '4096x2304', rate: 60, pictures: 3496 }, false],
  ['the same with two pictures more', { size: '4096x2304', rate: 60, pictures: 3498 }, true],
  ['small pictures in that number', { size: '1280x720', rate: 60, pictures: 3600 }, false],
])('%s', async (_name, made, isHeavy) => {
  const facts = await factsOf(await clip(made))
  expect(facts.shown.video.held).toBe(made.pictures)
  expect(isTooHeavy(facts)).toBe(isHeavy)
})

test('pictures that an edit list hides count when shown ones refer to them', async () => {
  const source = ['-f', 'lavfi', '-i', 'color=black:s=64x64:r=25:d=4']
  const bytes = await ffmpegMade('a.mp4', [...source, ...ENCODED, '-g', '250'])
  const [scale, edit] = [bytes.indexOf('mdhd') + 16, bytes.indexOf('elst') + 12]
  // The last second alone.
  bytes.writeUInt32BE(bytes.readUInt32BE(edit) / 4, edit)
  bytes.writeInt32BE(3 * bytes.readUInt32BE(scale), edit + 4)
  const { shown, duration } = await factsOf(bytes)
  expect([Math.round(duration), shown.video.count, shown.video.held]).toEqual([1, 25, 100])
})
