import { appendFile, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import type { MediaFile, Role } from '../media.model.ts'
import { MOST, POSTER, pathOf, type Plan, type Variant } from './picture-plans.ts'

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

const QUALITY = 80
/** Truncated files are refused, unusual headers are not. */
const INPUT = { failOn: 'truncated', limitInputPixels: MOST.pixels, autoOrient: true } as const
type Input = Pick<SharpOptions, 'failOn' | 'limitInputPixels' | 'autoOrient'>

const JPEG_END = Buffer.from([0xff, 0xd9])

/** Decodes a picture once, rotates it, removes all metadata and writes its files. Throws sharp's errors. */
export async function makePicture(order: PictureOrder): Promise<PictureResult> {
  try {
    return await makeFrom(order, INPUT)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('premature end of JPEG'))) throw error
    // If only the end mark is missing, the picture is whole: with the mark it is read without a warning.
    await appendFile(order.input, JPEG_END)
    return makeFrom(order, { ...INPUT, failOn: 'warning' })
  }
}

async function makeFrom({ input, folder, plan }: PictureOrder, options: Input): Promise<PictureResult> {
  const [largest, ...others] = plan.variants as [Variant, ...Variant[]]
  const metadata = await sharp(input, options).metadata()
  assertRoom(metadata, plan)
  if (plan.moving && (metadata.pages ?? 1) > 1) return makeMoving(input, folder, plan, metadata)
  const open = () => {
    const picture = sharp(input, options)
    // With 16 bits and a profile sharp works in Display P3 by itself, and the result is read as sRGB.
    return metadata.depth === 'ushort' ? picture.pipelineColourspace('srgb') : picture
  }
  return makeStill(open(), folder, largest, others)
}

/** Throws for a picture that would need more memory than one may have. */
function assertRoom(metadata: Metadata, { moving, most = MOST }: Plan): void {
  const { width, height, pageHeight = height, pages = 1 } = metadata
  const pixels = width * pageHeight
  const isTooLarge =
    pixels > most.pixels ||
    heldBytes(metadata, pixels) > MOST.heldBytes ||
    (moving && pages > 1 && pixels * pages > most.animatedPixels)
  if (isTooLarge) throw new Error('The picture exceeds pixel limit')
}

/**
 * What the decoder holds until the last row. Other files are read row by row; a JPEG is made smaller meanwhile, so that
 * one of 200 megapixels needs less than one of ten that is progressive.
 */
function heldBytes(
  { format, isProgressive, chromaSubsampling, channels, depth }: Metadata,
  pixels: number,
): number {
  if (format === 'webp' || format === 'gif') return 4 * pixels
  if (!isProgressive) return 0
  if (format === 'jpeg') return (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) * pixels
  return channels * (depth === 'ushort' ? 2 : 1) * pixels
}

async function makeStill(
  picture: Sharp,
  folder: string,
  largest: Variant,
  others: readonly Variant[],
): Promise<PictureResult> {
  const { data, info } = await fitted(picture, largest)
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

const MOVING = { ...INPUT, animated: true } as const

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
