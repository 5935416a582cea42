import sharp from 'sharp'

const CANVAS = { width: 1600, height: 900, channels: 3, background: '#eae0f0' } as const
const CORNER = 18

/** Where each picture stands on the README's own one. The later ones are in front. */
export const FRONT = {
  'home-desktop-light.webp': { left: 50, top: 40, width: 900 },
  'thread-media-desktop-light.webp': { left: 380, top: 230, width: 900 },
  'home-phone-dark.webp': { left: 1250, top: 100, width: 300 },
} as const

export const isFront = (file: string): file is keyof typeof FRONT => file in FRONT

/** docs/pictures/royal-flush.webp: three screens over each other. */
export async function frontPicture(shots: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const layers = await Promise.all(
    Object.entries(FRONT).map(async ([file, { left, top, width }]) => {
      const shot = shots.get(file)
      if (!shot) throw new Error(`${file} is missing for the picture of the README.`)
      const { data, info } = await sharp(shot).resize({ width }).png().toBuffer({ resolveWithObject: true })
      const shape = (fill: string) =>
        Buffer.from(
          `<svg width="${info.width}" height="${info.height}"><rect width="100%" height="100%" rx="${CORNER}" fill="${fill}"/></svg>`,
        )
      const rounded = await sharp(data)
        .composite([{ input: shape('#fff'), blend: 'dest-in' }])
        .png()
        .toBuffer()
      const shadow = await sharp(shape('#2a183848'))
        .extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#0000' })
        .blur(14)
        .png()
        .toBuffer()
      return [
        { input: shadow, left: left - 24, top: top - 16 },
        { input: rounded, left, top },
      ]
    }),
  )
  return sharp({ create: CANVAS }).composite(layers.flat()).webp({ quality: 60, effort: 6 }).toBuffer()
}
