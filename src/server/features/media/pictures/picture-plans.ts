import path from 'node:path'
import type { MediaPurpose } from '#contract/media.ts'
import { VARIANT_PIXELS } from '#contract/media.constants.ts'
import type { Role } from '../media.model.ts'

/** A file to make of a picture. */
export interface Variant {
  role: Role
  width: number
  height: number
  /** inside: the whole picture, never enlarged. cover: fills the box, cropped around the centre. */
  fit: 'inside' | 'cover'
}

export interface Plan {
  /** The largest first: the others are made from it. */
  variants: readonly Variant[]
  /** Whether a GIF stays animated. */
  moving: boolean
  /** Default: MOST. */
  most?: { pixels: number; animatedPixels: number }
}

/** Path of a made file before it is stored. */
export const pathOf = (folder: string, role: Role): string => path.join(folder, `made-${role}`)

const { avatar, card, full, banner } = VARIANT_PIXELS
const inside = (role: Role, side: number): Variant => ({ role, width: side, height: side, fit: 'inside' })

const SHOWN: Plan = { variants: [inside('full', full), inside('card', card)], moving: true }

/** The files of a picture, by purpose. */
export const PLANS: Record<MediaPurpose, Plan> = {
  post: SHOWN,
  message: SHOWN,
  blog: { ...SHOWN, moving: false },
  avatar: {
    variants: [inside('full', card), { role: 'avatar', width: avatar, height: avatar, fit: 'cover' }],
    moving: false,
  },
  banner: { variants: [{ role: 'full', width: banner, height: banner / 3, fit: 'cover' }], moving: false },
}

/** The picture of a linked page. */
export const LINK_PLAN: Plan = { variants: [inside('full', VARIANT_PIXELS.link)], moving: false }

/** The still of a video or an animated picture. */
export const POSTER = inside('poster', card)

/**
 * What a picture may hold: photos of phones have up to 200 megapixels. A decompression bomb has more (SECURITY, traps).
 */
export const MOST = {
  pixels: 220e6,
  /** All frames of an animated picture together: they are held at once, with four bytes a pixel. */
  animatedPixels: 100e6,
  /** Memory that a decoder may need besides a few rows. */
  heldBytes: 400e6,
} as const

/** Pictures inside the input of another call: the page never sends them. */
export const INLINE = { bytes: 500_000, pixels: 4e6, animatedPixels: 30e6 } as const
