import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noise, plain } from '#tests/support/media.ts'
import { makePicture } from './make-picture.ts'
import { INLINE, pathOf, PLANS } from './picture-plans.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-picture-'))))
afterAll(() => rm(folder, { recursive: true }))

async function made(bytes: Buffer, plan = PLANS.post) {
  const input = path.join(folder, 'arrival')
  await writeFile(input, bytes)
  return makePicture({ input, folder, plan })
}

describe('Colours', () => {
  const shown = [230, 40, 30]
  const patch = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#e6281e' } })
  test.each([
    ['16 bits', () => patch().toColourspace('rgb16').png()],
    ['16 bits of sRGB', () => patch().toColourspace('rgb16').withIccProfile('srgb').png()],
    ['16 bits of Display P3', () => patch().toColourspace('rgb16').withIccProfile('p3').png()],
    [
      '16 bits and transparency',
      () => patch().ensureAlpha().toColourspace('rgb16').withIccProfile('p3').png(),
    ],
    ['Display P3 as PNG', () => patch().withIccProfile('p3').png()],
    ['Display P3 as JPEG', () => patch().withIccProfile('p3').jpeg({ quality: 95 })],
    ['CMYK with a profile', () => patch().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 })],
  ])('of %s stay', async (_name, make) => {
    await made(await make().toBuffer())
    const seen = await sharp(pathOf(folder, 'full')).removeAlpha().raw().toBuffer()
    shown.forEach((wanted, at) => expect(Math.abs(seen[at]! - wanted)).toBeLessThan(12))
  })
})

describe('A JPEG', () => {
  test.each([
    ['one byte', 1],
    ['its end mark', 2],
  ])('that lacks %s is whole', async (_name, bytes) => {
    for (const progressive of [false, true]) {
      const picture = await noise(300, 200).jpeg({ progressive }).toBuffer()
      expect(await made(picture.subarray(0, -bytes))).toMatchObject({ width: 300, height: 200 })
    }
  })

  test.each([0.3, 0.9, 0.99])('of which only a part of %f is there is refused', async (part) => {
    for (const progressive of [false, true]) {
      const picture = await noise(300, 200).jpeg({ progressive }).toBuffer()
      await expect(made(picture.subarray(0, picture.length * part))).rejects.toThrow()
    }
  })
})

describe('The size of a picture', () => {
  test('is limited where the decoder holds all of it', async () => {
    const picture = plain(9000, 8000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    await expect(made(await picture.toBuffer())).rejects.toThrow('exceeds pixel limit')
  }, 120_000)

  test('is that of all its frames together', async () => {
    const size = [0, 16, 0, 16]
    const screen = Buffer.from([...size, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff])
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0])
    // Six times 4096 x 4096 pixels in 115 bytes.
    const frames = Array<Buffer>(6).fill(frame)
    const picture = Buffer.concat([Buffer.from('GIF89a'), screen, ...frames, Buffer.from(';')])
    await expect(made(picture)).rejects.toThrow('exceeds pixel limit')
  })

  test('is limited to four megapixels inside another call', async () => {
    const plan = { ...PLANS.avatar, most: INLINE }
    await expect(made(await plain(2000, 1999).jpeg().toBuffer(), plan)).resolves.toBeDefined()
    await expect(made(await plain(2000, 2001).jpeg().toBuffer(), plan)).rejects.toThrow('exceeds pixel limit')
  })
})
