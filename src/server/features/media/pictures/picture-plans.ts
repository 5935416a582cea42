import type { MediaPurpose } from '#contract/media.ts'
import { VARIANT_PIXELS } from '#contract/media.constants.ts'
import type { Role } from '../media.model.ts'

/** One file to make of a picture. */
export interface Variant {
  role: Role
  width: number
  height: number
  /** inside: the whole picture, never enlarged. cover: fills the box, cropped to the middle. */
  fit: 'inside' | 'cover'
}

export interface Plan {
  /** The largest first: the others are made of it. */
  variants: readonly Variant[]
  /** Whether a GIF keeps moving. */
  moving: boolean
}

const { avatar, card, full, banner } = VARIANT_PIXELS
const inside = (role: Role, side: number): Variant => ({ role, width: side, height: side, fit: 'inside' })

const SHOWN: Plan = { variants: [inside('full', full), inside('card', card)], moving: true }

/** What is made of a picture, by what it is for. */
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

/** The still of a video or of a moving picture. */
export const POSTER = inside('poster', card)

/** More than any camera makes; a bomb unfolds to more (SECURITY, traps). */
export const MOST_PIXELS = 40e6
/** Of all frames of a moving picture together. */
export const MOST_MOVING_PIXELS = 120e6
