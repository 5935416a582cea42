import type { Upload } from '#client/features/media/data/upload-state.ts'
import { LIMITS } from '#contract/limits.ts'
import {
  IMAGE_TYPES,
  MEDIA_MESSAGES,
  claimedKind,
  fileTooLarge,
  refusalOf,
} from '#contract/media.constants.ts'

/** Limits of one picker, besides those of the server (product section 5). */
export interface PickerLimits {
  /** Bytes. */
  bytes: number
  /** Seconds of a video. */
  seconds: number
}

/** Compose, messages. */
export const PICKER_LIMITS: PickerLimits = { bytes: LIMITS.pickerBytes, seconds: LIMITS.videoSeconds }
/** The home composer (DECISIONS row 4). */
export const COMPOSER_LIMITS: PickerLimits = { bytes: LIMITS.videoBytes, seconds: LIMITS.videoSeconds }

/** Title and text of the toast for an invalid file. */
export interface UsageError {
  title: string
  description: string
}

/** Which of the picked files a draft takes that may have several pictures, or one video; and what to say of the rest. */
export function selectionOf(
  files: readonly File[],
  held: readonly Pick<Upload, 'kind'>[],
  most: number,
): { taken: readonly File[]; notice: UsageError | null } {
  const isVideo = (file: File) => claimedKind(file) === 'video'
  const [first] = files
  if (!first) return { taken: [], notice: null }
  if (most === 1) return { taken: [first], notice: files.length > 1 ? ONE_AT_A_TIME : null }
  const pictures = files.filter((file) => !isVideo(file))
  if (isVideo(first))
    return held.some(({ kind }) => kind === 'image')
      ? { taken: [], notice: VIDEO_ALONE }
      : { taken: [first], notice: files.length > 1 ? VIDEO_ALONE : null }
  if (held.some(({ kind }) => kind === 'video')) return { taken: [], notice: VIDEO_ALONE }
  const taken = pictures.slice(0, most - held.length)
  if (taken.length < pictures.length) return { taken, notice: TOO_MANY }
  return { taken, notice: pictures.length < files.length ? VIDEO_ALONE : null }
}

const ONE_AT_A_TIME: UsageError = {
  title: 'One at a time',
  description: 'We took only the first one. The others wait outside.',
}
const TOO_MANY: UsageError = { title: 'Too many pictures', description: MEDIA_MESSAGES.picturesTooMany }
const VIDEO_ALONE: UsageError = { title: 'Pictures or a video', description: MEDIA_MESSAGES.videoAlone }

/**
 * Checks a file before the upload; null when it is valid. `measure` gives a video's length in seconds, or
 * null when it is unknown.
 */
export async function refusalFor(
  file: File,
  limits: PickerLimits,
  measure: (file: File) => Promise<number | null> = secondsOf,
): Promise<UsageError | null> {
  const sentence = refusalOf(file)
  if (sentence !== null) return { title: 'Invalid file', description: sentence }
  if (file.size > limits.bytes)
    return { title: 'File too large', description: fileTooLarge(limits.bytes, file.size) }
  if (claimedKind(file) === 'image' || isMp4(file)) return null
  const seconds = await measure(file)
  return seconds !== null && seconds > limits.seconds + LIMITS.videoGrace
    ? { title: 'Video too long', description: MEDIA_MESSAGES.videoTooLong }
    : null
}

/** Why a file cannot become an avatar, a banner or another single picture; null when it can (product section 5). */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): UsageError | null {
  if (!IMAGE_TYPES.has(type)) return { title: 'Invalid file', description: MEDIA_MESSAGES.invalidImage }
  if (size > LIMITS.pickerBytes)
    return { title: 'File too large', description: fileTooLarge(LIMITS.pickerBytes, size) }
  return null
}

// The server checks its length (DECISIONS row 5).
const isMp4 = ({ type, name }: File) =>
  type === 'video/mp4' || type === 'video/x-m4v' || /\.(mp4|m4v)$/i.test(name)

/** Seconds of a video from its metadata; null when the browser does not know within three seconds. */
function secondsOf(file: File): Promise<number | null> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file)
    const video = document.createElement('video')
    const answer = (seconds: number | null) => {
      clearTimeout(timer)
      video.removeAttribute('src')
      URL.revokeObjectURL(address)
      resolve(seconds)
    }
    const timer = setTimeout(() => answer(null), LIMITS.pickerMetadata)
    video.preload = 'metadata'
    video.addEventListener('loadedmetadata', () =>
      answer(Number.isFinite(video.duration) ? video.duration : null),
    )
    video.addEventListener('error', () => answer(null))
    video.src = address
  })
}
