import { LIMITS } from './limits.ts'

/**
 * What may be uploaded (product section 5). Apart from the schemas on purpose: the picker asks this the
 * moment a file is chosen, and needs no schema library for it. The server asks the same, and then looks into
 * the file.
 */

/** Sentences about files. Apart from the others, because the first page is small. */
export const MEDIA_MESSAGES = {
  notMedia: 'Please select an image or video file.',
  invalidImage: 'Invalid image format. Please use JPEG, PNG, WebP, or GIF.',
  imageTooLarge: 'Image file is too large. Maximum size is 10MB.',
  // The limit is 500 MB; the words are the document's (DECISIONS row 4).
  videoTooLarge: 'Video file is too large. Maximum size is 100MB.',
  videoTooLong: 'Videos must be 60 seconds or shorter',
  tooManyPixels: 'That picture unfolds to more than our walls can hold.',
  mediaBroken: 'That file is broken. Please try another one.',
  videoFailed: 'We could not get that video to play. Please try another one.',
  videoOff: 'Video is off in this house for now. Pictures work.',
  mediaUnknown: 'That file is not in our vaults.',
  mediaElsewhere: 'That file was uploaded for something else.',
  mediaUnfinished: 'That file has not arrived yet.',
  uploadExpired: 'That upload link has run dry. Please try again.',
  uploadEmpty: 'Please choose a file to upload.',
  mediaInUse: 'Something still shows that file.',
  uploadsTooMany: 'You have as many uploads waiting as anyone can. Use one or remove one.',
} as const

/** A video of a kind we do not take (product section 5). `type` is what the file says, or is found to be. */
export const invalidVideoFormat = (type: string): string =>
  `Invalid video format: ${type || 'unknown'}. Please use MP4, WebM, QuickTime, or AVI.`

/** The picker's own limit; texts under the title 'File too large' (product section 5). Both in bytes. */
export const fileTooLarge = (most: number, size: number): string =>
  `File must be smaller than ${Math.round(most / MEGABYTE)}MB (current: ${(size / MEGABYTE).toFixed(1)}MB)`

const MEGABYTE = 1024 * 1024

export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
])
export const VIDEO_TYPES: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/avi',
  'video/x-msvideo',
  'video/x-m4v',
])
const VIDEO_NAME = /\.(mp4|m4v)$/i

/** For the file input's `accept`. */
export const ACCEPTED = {
  image: [...IMAGE_TYPES].join(','),
  video: [...VIDEO_TYPES, '.mp4', '.m4v'].join(','),
} as const

/** A file as the browser, or a multipart part, describes itself: nothing of it is to be believed. */
export interface FileClaim {
  /** MIME type; may be empty. */
  type: string
  name: string
  /** Bytes. */
  size: number
}

/** What a file says it is; null for what is neither. */
export function claimedKind({ type, name }: Pick<FileClaim, 'type' | 'name'>): 'image' | 'video' | null {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') || VIDEO_NAME.test(name) ? 'video' : null
}

/**
 * The sentence a file is refused with before any of it is sent; null when it may be tried. Toast title:
 * 'Invalid file'.
 */
export function refusalOf(file: FileClaim): string | null {
  const kind = claimedKind(file)
  if (kind === null) return MEDIA_MESSAGES.notMedia
  if (kind === 'image')
    return IMAGE_TYPES.has(file.type)
      ? tooLarge(file, LIMITS.imageBytes, MEDIA_MESSAGES.imageTooLarge)
      : MEDIA_MESSAGES.invalidImage
  const isKnown = VIDEO_TYPES.has(file.type) || VIDEO_NAME.test(file.name)
  return isKnown
    ? tooLarge(file, LIMITS.videoBytes, MEDIA_MESSAGES.videoTooLarge)
    : invalidVideoFormat(file.type)
}

const tooLarge = ({ size }: FileClaim, most: number, sentence: string): string | null =>
  size > most ? sentence : null

/**
 * Which variant of a picture is made how large, in CSS-independent pixels; never larger than the original.
 */
export const VARIANT_PIXELS = {
  /** Square, cropped to the middle. */
  avatar: 256,
  /** Longest side, as shown in a card or thread. */
  card: 1080,
  /** Longest side, as shown in the lightbox. */
  full: 2048,
  /** Width of a banner's `full`; three times as wide as high. */
  banner: 1500,
} as const
