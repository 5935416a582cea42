import { LIMITS } from './limits.ts'

/**
 * The upload rules (product section 5). Separate from the schemas: the picker needs them at once, without the
 * schema library. The server applies the same rules, and then reads the file.
 */

/** Messages about files. Separate from the others to keep the first page small. */
export const MEDIA_MESSAGES = {
  notMedia: 'Please select an image or video file.',
  invalidImage: 'Invalid image format. Please use JPEG, PNG, WebP, or GIF.',
  imageTooLarge: 'Image file is too large. Maximum size is 10MB.',
  // The limit is 500 MB; the words are the document's (DECISIONS row 4).
  videoTooLarge: 'Video file is too large. Maximum size is 100MB.',
  videoTooLong: 'Videos must be 60 seconds or shorter',
  videoTooHeavy: 'That video is too much to process. Please save it with 4K and 60 frames a second at most.',
  inlineTooLarge: 'A picture inside a form may have 500 kB. Please upload the file instead.',
  tooManyPixels: 'That picture has too many pixels. Please make it smaller and try again.',
  mediaBroken: 'That file is broken. Please try another one.',
  videoFailed: 'We could not get that video to play. Please try another one.',
  videoOff: 'You cannot use video here for now. Pictures work.',
  mediaUnknown: 'We do not have that file.',
  mediaElsewhere: 'That file was uploaded for something else.',
  mediaUnfinished: 'That file has not arrived yet.',
  uploadExpired: 'That upload link is too old. Please try again.',
  uploadEmpty: 'Please choose a file to upload.',
  mediaInUse: 'That file is still in use.',
  videoAlone: 'You can add pictures or a video, not both.',
  picturesTooMany: 'You can add up to four pictures.',
  pictureTwice: 'You have added that picture twice.',
  uploadsTooMany: 'You have too many uploads that wait. Use one or remove one.',
} as const

/** A video type that is not supported (product section 5). `type` is the declared or detected type. */
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

/** A file as the browser or a multipart part declares it: not trusted. */
export interface FileClaim {
  /** MIME type; may be empty. */
  type: string
  name: string
  /** Bytes. */
  size: number
}

/** The declared kind; null when it is neither. */
export function claimedKind({ type, name }: Pick<FileClaim, 'type' | 'name'>): 'image' | 'video' | null {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') || VIDEO_NAME.test(name) ? 'video' : null
}

/**
 * The message if a file is rejected before the upload; null when it may be uploaded. Toast title: 'Invalid
 * file'.
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

/** The size of each variant of a picture, in CSS-independent pixels; never larger than the original. */
export const VARIANT_PIXELS = {
  /** Square, cropped to the centre. */
  avatar: 256,
  /** Longest side, in a card or thread. */
  card: 1080,
  /** Longest side, in the lightbox. */
  full: 2048,
  /** Longest side of the picture in a link's card, which is small on every screen. */
  link: 600,
  /** Width of a banner's `full`; three times as wide as high. */
  banner: 1500,
} as const
