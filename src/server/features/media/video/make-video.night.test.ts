import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ffmpegMade, probed } from '#tests/support/media.ts'
import { examineVoice, makeVoice } from '../voice/make-voice.ts'
import { examine, makeVideo, stillOf } from './make-video.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-make-'))))
afterAll(() => rm(folder, { recursive: true }))

const calm = { onProgress: () => undefined, signal: new AbortController().signal }
const target = () => path.join(folder, 'made')

async function sourceOf(bytes: Buffer) {
  const file = path.join(folder, 'source')
  await writeFile(file, bytes)
  return { path: file, format: 'mov' }
}

/** The video that is made of these bytes. */
async function videoOf(bytes: Buffer) {
  const facts = await examine(await sourceOf(bytes))
  await makeVideo(facts, target(), calm)
  return { duration: facts.duration, ...(await probed(await readFile(target()))) }
}

/** Everything that a made file holds, with what its own edit list hides. */
async function held(options: string[]): Promise<Buffer> {
  const args = ['-v', 'error', '-ignore_editlist', '1', '-i', target(), ...options, 'pipe:1']
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64e6 })
  return stdout
}
/** One pixel of each picture, as [red, green, blue]. */
async function colours(): Promise<number[][]> {
  const bytes = await held([
    '-vf',
    'crop=2:2,scale=1:1',
    '-vsync',
    'passthrough',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
  ])
  return Array.from({ length: bytes.length / 3 }, (_, at) => [...bytes.subarray(3 * at, 3 * at + 3)])
}
async function loudest(): Promise<number> {
  const bytes = await held(['-map', '0:a', '-f', 's16le'])
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
}

const CODECS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le']
/** Two seconds of red with a tone, two of green in silence, two of blue with a tone. */
const THREE_SCENES = [
  [
    '-f',
    'lavfi',
    '-i',
    'color=red:s=96x64:r=25:d=2[a];color=green:s=96x64:r=25:d=2[b];color=blue:s=96x64:r=25:d=2[c];[a][b][c]concat=n=3',
  ],
  ['-f', 'lavfi', '-i', "sine=440:d=6:r=8000,asetnsamples=50,volume='if(between(t,2,4),0,1)':eval=frame"],
  CODECS,
].flat()
const scenes = (more: string[] = []) => ffmpegMade('a.mov', [...THREE_SCENES, ...more])

/** Trims as phones do, by the edit lists alone: they show `seconds` from `from` on. */
function trimmed(made: Buffer, from: number, seconds: number): Buffer {
  const bytes = Buffer.from(made)
  const after = (type: string, start = 0) => bytes.indexOf(type, start) + 4
  const movieScale = bytes.readUInt32BE(after('mvhd') + 12)
  for (let at = after('elst'); at > 3; at = after('elst', at)) {
    const trackScale = bytes.readUInt32BE(after('mdhd', at) + 12)
    bytes.writeUInt32BE(seconds * movieScale, at + 8)
    bytes.writeInt32BE(bytes.readInt32BE(at + 12) + from * trackScale, at + 12)
  }
  return bytes
}

const isGreen = ([red = 0, green = 0, blue = 0]: number[]) => green > 90 && red < 40 && blue < 40

describe('What an edit list hides is in no file', () => {
  test.each([
    ['with few key pictures', ['-g', '250']],
    ['with many key pictures', ['-g', '25']],
    ['whose pictures refer to later ones', ['-g', '50', '-bf', '2', '-preset', 'veryfast']],
  ])('a trimmed video %s', async (_name, options) => {
    const { duration } = await videoOf(trimmed(await scenes(options), 2, 2))
    expect(duration).toBeCloseTo(2, 1)
    const shown = await colours()
    expect([shown.length, shown.every(isGreen)]).toEqual([50, true])
    expect(await loudest()).toBeLessThan(20)
  })

  test('a video that was cut by copying its packets', async () => {
    const whole = path.join(folder, 'whole.mov')
    await writeFile(whole, await scenes(['-g', '250']))
    const cut = await ffmpegMade('b.mov', ['-ss', '2', '-i', whole, '-t', '1.9', '-c', 'copy'])
    await videoOf(cut)
    expect((await colours()).every(isGreen)).toBe(true)
  })

  test('a fragmented video that begins later than its first fragment', async () => {
    const fragments = await scenes(['-g', '25', '-bf', '2', '-movflags', 'frag_keyframe+delay_moov'])
    await videoOf(trimmed(fragments, 2, 0))
    const shown = await colours()
    expect([shown.length, isGreen(shown[0]!)]).toEqual([100, true])
  })

  test('a trimmed recording', async () => {
    const facts = await examineVoice(await sourceOf(trimmed(await scenes(['-vn']), 2, 2)))
    expect(facts.duration).toBeCloseTo(2, 1)
    await makeVoice(facts, target(), calm)
    expect(await loudest()).toBeLessThan(20)
  })

  test('a picture beside the sound or the video, chapters, and a second video', async () => {
    const chapters = path.join(folder, 'chapters.txt')
    await writeFile(chapters, ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=Secret\n')
    const red = ['-f', 'lavfi', '-i', 'color=red:s=64x64:r=25:d=1']
    const green = ['-f', 'lavfi', '-i', 'color=green:s=96x64:r=25:d=1']
    const maps = [
      '-map',
      '0',
      '-map',
      '1',
      '-map_metadata',
      '2',
      '-disposition:v:0',
      '0',
      '-disposition:v:1',
      'default',
    ]
    const both = await ffmpegMade('a.mp4', [
      ...red,
      ...green,
      '-i',
      chapters,
      ...maps,
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-timecode',
      '01:02:03:04',
    ])
    const { streams } = await videoOf(both)
    expect(streams.map(({ codec_type }) => codec_type)).toEqual(['video'])
    expect((await colours()).every(isGreen)).toBe(true)
    expect((await readFile(target())).includes('Secret')).toBe(false)
  })
})

test.each([
  ['of one picture', '25:d=0.04'],
  ['of two pictures in twenty seconds', '0.1:d=20'],
])('a video %s has a still', async (_name, rate) => {
  const source = ['-f', 'lavfi', '-i', `color=green:s=96x64:r=${rate}`]
  const facts = await videoOf(
    await ffmpegMade('a.mov', [...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p']),
  )
  const still = path.join(folder, 'still')
  await stillOf(target(), Math.min(1, facts.duration / 2), still)
  expect(isGreen(await firstPixel(still))).toBe(true)
})

test('a video whose picture or sound begins later is taken', async () => {
  const late = (codecs: string[]) => [
    '-itsoffset',
    '0.6',
    '-f',
    'lavfi',
    '-i',
    'color=green:s=96x64:r=25:d=1',
    '-f',
    'lavfi',
    '-i',
    'sine=440:d=2',
    ...codecs,
  ]
  const { duration } = await videoOf(await ffmpegMade('a.mov', late(CODECS)))
  expect(duration).toBeCloseTo(2, 1)
})

async function firstPixel(file: string): Promise<number[]> {
  return [...(await sharp(file).removeAlpha().raw().toBuffer()).subarray(0, 3)]
}

describe('Colours', () => {
  const flat = (colour: string, size: string) => ['-f', 'lavfi', '-i', `color=${colour}:r=25:d=0.4:s=${size}`]
  const noted = (primaries: string, curve: string, matrix: string) => [
    '-color_primaries',
    primaries,
    '-color_trc',
    curve,
    '-colorspace',
    matrix,
    '-x265-params',
    `log-level=none:colorprim=${primaries}:transfer=${curve}:colormatrix=${matrix}`,
  ]
  const SDR = { color_space: 'bt709', color_transfer: 'bt709', color_primaries: 'bt709', color_range: 'tv' }

  // White paper is at 58 % of PQ and at 75 % of HLG; grey of 18 % at 38 % and 38 % (ITU-R BT.2408).
  test.each([
    ['PQ', 'smpte2084', 0.58, 205, 256],
    ['PQ', 'smpte2084', 0.38, 100, 140],
    ['HLG, which phones record', 'arib-std-b67', 0.75, 205, 256],
    ['HLG, which phones record', 'arib-std-b67', 0.38, 100, 140],
  ])('of %s (%s) at %f become those of BT.709', async (_name, curve, level, least, most) => {
    const luma = Math.round(64 + level * 876)
    const { streams } = await videoOf(
      await ffmpegMade('a.mov', [
        ...flat('white', `96x64,format=yuv420p10le,geq=lum=${luma}:cb=512:cr=512`),
        '-c:v',
        'libx265',
        '-tag:v',
        'hvc1',
        ...noted('bt2020', curve, 'bt2020nc'),
      ]),
    )
    expect(streams[0]).toMatchObject({ pix_fmt: 'yuv420p', ...SDR })
    const still = path.join(folder, 'still')
    await stillOf(target(), 0.1, still)
    for (const seen of [(await colours())[0]!, await firstPixel(still)]) {
      expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(4)
      expect(seen[0]).toBeGreaterThanOrEqual(least)
      expect(seen[0]).toBeLessThan(most)
    }
  })

  const BT601 = ['-vf', 'scale=out_color_matrix=bt601', '-pix_fmt', 'yuv420p', '-c:v', 'libx264']
  const BT709 = ['-vf', 'scale=out_color_matrix=bt709', '-pix_fmt', 'yuv420p', '-c:v', 'libx264']
  test.each([
    ['a small video without a note', '96x64', BT601],
    ['a large video without a note', '1280x720', BT709],
    ['a small video with a note', '96x64', [...BT709, '-colorspace', 'bt709']],
    [
      'a video with the full range',
      '96x64',
      [...BT601, '-vf', 'scale=out_range=pc:out_color_matrix=bt601', '-color_range', 'pc'],
    ],
    ['a video of red, green and blue', '96x64', ['-c:v', 'libx264rgb']],
  ])('of %s stay', async (_name, size, options) => {
    const { streams } = await videoOf(await ffmpegMade('a.mov', [...flat('0xe6281e', size), ...options]))
    expect(streams[0]).toMatchObject(SDR)
    const [seen] = await colours()
    ;[230, 40, 30].forEach((wanted, at) => expect(Math.abs(seen![at]! - wanted)).toBeLessThan(8))
  })
})
