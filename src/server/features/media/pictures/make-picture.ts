import { stat } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MediaFile, Role } from '../media.model.ts'
import { MAX_ANIMATED_PIXELS, MAX_PIXELS, POSTER, type Plan, type Variant } from './picture-plans.ts'

/** A picture to process. */
export interface PictureOrder {
  input: string
  /** Folder of the files: see `pathOf`. */
  folder: string
  plan: Plan
}

export interface PictureResult {
  moving: boolean
  /** Width of the largest file, as shown. */
  width: number
  height: number
  placeholder: string
  files: MediaFile[]
}

/** Path of a made file before it is stored. */
export const pathOf = (folder: string, role: Role): string => path.join(folder, `made-${role}`)

const QUALITY = 80
/** Truncated files are refused, unusual headers are not. */
const INPUT = { failOn: 'truncated', limitInputPixels: MAX_PIXELS, autoOrient: true } as const
const MOVING = { ...INPUT, animated: true, limitInputPixels: MAX_ANIMATED_PIXELS } as const

/** Decodes a picture once, rotates it, removes all metadata and writes its files. Throws sharp's errors. */
export async function makePicture({ input, folder, plan }: PictureOrder): Promise<PictureResult> {
  const [largest, ...others] = plan.variants as [Variant, ...Variant[]]
  const metadata = await sharp(input, INPUT).metadata()
  const moving = plan.moving && (metadata.pages ?? 1) > 1
  return moving ? makeMoving(input, folder, plan, metadata) : makeStill(input, folder, largest, others)
}

async function makeStill(
  input: string,
  folder: string,
  largest: Variant,
  others: readonly Variant[],
): Promise<PictureResult> {
  const { data, info } = await fitted(sharp(input, INPUT), largest)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const again = () => sharp(data, { raw: { width, height, channels } })
  const files = [await write(again(), folder, largest.role)]
  for (const variant of others) {
    if (isNeeded(variant, width, height))
      files.push(await write(fitted(again(), variant), folder, variant.role))
  }
  return { moving: false, width, height, placeholder: await blurred(again()), files }
}

async function makeMoving(
  input: string,
  folder: string,
  { variants }: Plan,
  { width, pageHeight }: Metadata,
): Promise<PictureResult> {
  const files: MediaFile[] = []
  for (const variant of variants.filter((one, at) => at === 0 || isNeeded(one, width, pageHeight ?? 0))) {
    files.push(await write(fitted(sharp(input, MOVING), variant), folder, variant.role))
  }
  const still = await sharp(input, INPUT).png({ compressionLevel: 1 }).toBuffer()
  files.push(await write(fitted(sharp(still), POSTER), folder, 'poster'))
  const made = await sharp(pathOf(folder, variants[0]!.role), { animated: true }).metadata()
  return {
    moving: true,
    width: made.width,
    height: made.pageHeight ?? made.height,
    placeholder: await blurred(sharp(still)),
    files,
  }
}

const fitted = (image: Sharp, { width, height, fit }: Variant): Sharp =>
  image.resize({ width, height, fit, withoutEnlargement: fit === 'inside' })

// A smaller copy of a small picture would be the same.
const isNeeded = (variant: Variant, width: number, height: number): boolean =>
  variant.fit === 'cover' || Math.max(width, height) > variant.width

async function write(image: Sharp, folder: string, role: Role): Promise<MediaFile> {
  const file = pathOf(folder, role)
  await image.webp({ quality: QUALITY }).toFile(file)
  return { role, bytes: (await stat(file)).size }
}

/** A few blurred pixels, small enough for every view. */
async function blurred(image: Sharp): Promise<string> {
  const pixels = await image
    .resize({ width: 20, height: 20, fit: 'inside' })
    .webp({ quality: 35, alphaQuality: 20, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${pixels.toString('base64')}`
}
