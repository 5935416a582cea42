import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { MEDIA_MESSAGES } from './media.constants.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'

/**
 * Pictures and videos, from the upload to the screen.
 *
 * 1. A file is uploaded for one purpose: `POST /api/media/upload?purpose=post` (multipart, field `file`), or
 *    `POST /api/media/upload-url`, PUT of the file to `uploadURL` with its content type, then `POST
 * /api/media/{id}/complete`.
 *    All answer an `UploadView`. A picture is `ready` with the answer. A video has been checked (format,
 * size, length) and
 *    is `processing`; `media:updated` tells its owner of progress and of the end, `GET /api/media/{id}`
 * answers the same.
 * 2. What is written names it by its `mediaUrl` (`CreatePostInput`, `SendMessageInput`,
 * `UpdateProfileInput`), while it is
 *    processing or ready; it is claimed in the same transaction. Unclaimed uploads go after a day, or by
 * DELETE.
 * 3. Views carry a `MediaView`. A post or message made of a video that is still processing is pushed again
 *    (`post:updated`, `message:updated`) when that is ready, or failed.
 *
 * Alt text, content warning and the sensitive flag belong to what was written (`altText`, `contentWarn`,
 * `nsfw`).
 */

/** An upload has one purpose for ever (DECISIONS row 32). Messages' media are for their two people only. */
export const MediaPurpose = z.enum(['post', 'message', 'avatar', 'banner', 'blog'])
export type MediaPurpose = z.infer<typeof MediaPurpose>

/**
 * As product section 3 has it, and voice messages, which travel in messages alone. A moving GIF is an 'image'
 * here; see `kind`.
 */
export const MediaType = z.enum(['image', 'video', 'audio'])
export type MediaType = z.infer<typeof MediaType>

const Url = z.string()

/**
 * A picture, a video or a voice message as everybody who may see it gets it. Sizes are those shown, in pixels, after turning.
 */
export const MediaView = z
  .object({
    id: Id,
    kind: z.enum(['image', 'gif', 'video', 'audio']),
    /** uploading: announced by upload-url, nothing has arrived. Only `ready` has urls that answer. */
    state: z.enum(['uploading', 'processing', 'ready', 'failed']),
    /**
     * `/api/media/direct/{filename}`: the video, or the picture at its largest. Also what inputs name it by.
     */
    mediaUrl: Url,
    mediaType: MediaType,
    /** Known from `processing` on: room is kept before anything has loaded. */
    width: z.int().positive().nullable(),
    height: z.int().positive().nullable(),
    /** width / height. */
    aspect: z.number().positive().nullable(),
    /** A tiny blurred picture as a data: URL. A video has one when it is ready. */
    placeholder: z.string().nullable(),
    /** WebP; `avatar` of avatars only; `card` and `full` may be the same file. All null for the others. */
    variants: z.object({ avatar: Url.nullable(), card: Url.nullable(), full: Url.nullable() }),
    /** A still image: of a video, and of a GIF for people who prefer reduced motion. */
    poster: Url.nullable(),
    /** Seconds; null for pictures. */
    duration: z.number().positive().nullable(),
    /** The waveform of a voice message that is ready, 0 to 100 each. */
    peaks: z.array(z.int().min(0).max(100)).optional(),
  })
  .meta({ id: 'Media' })
export type MediaView = z.infer<typeof MediaView>

/** A picture of a post or message after the first one. */
export const FurtherPictureView = z.object({ media: MediaView, altText: z.string().nullable() })
export type FurtherPictureView = z.infer<typeof FurtherPictureView>

/** What only the owner of an upload gets. `error` is the message to show when `state` is failed. */
export const UploadView = MediaView.extend({
  purpose: MediaPurpose,
  /** Progress of the processing, 0 to 100 percent. */
  progress: z.int().min(0).max(100),
  error: z.string().nullable(),
  /** Whether a post, message or profile uses it. */
  claimed: z.boolean(),
  createdAt: Timestamp,
  rev: Rev,
}).meta({ id: 'Upload' })
export type UploadView = z.infer<typeof UploadView>

/** POST /api/media/upload: the purpose of the upload. */
export const UploadQuery = z.object({ purpose: MediaPurpose.default('post') })

/**
 * POST /api/media/upload-url. Only `fileExtension` is required (product section 7), with or without its dot.
 */
export const UploadUrlInput = z
  .object({
    fileExtension: z
      .string(MEDIA_MESSAGES.notMedia)
      .max(10, MEDIA_MESSAGES.notMedia)
      .regex(/^\.?[A-Za-z0-9]+$/, MEDIA_MESSAGES.notMedia),
    purpose: MediaPurpose.default('post'),
    /** The content type of the PUT; default from the extension. */
    contentType: z.string().max(100).optional(),
    /** Bytes. If given, the link accepts exactly that size. */
    size: z.int().positive().optional(),
  })
  .meta({ id: 'UploadUrlInput' })
export type UploadUrlInput = z.infer<typeof UploadUrlInput>

/**
 * The URL for one PUT of the file, within ten minutes, with exactly this content type. May be on another
 * host.
 */
export const UploadUrlView = z
  .object({ uploadURL: z.string(), contentType: z.string(), mediaUrl: Url, id: Id, expiresAt: Timestamp })
  .meta({ id: 'UploadUrl' })
export type UploadUrlView = z.infer<typeof UploadUrlView>

/** GET /api/media/limits: the upload limits. `video` is false without ffmpeg. */
export const MediaLimitsView = z
  .object({
    video: z.boolean(),
    imageBytes: z.int(),
    videoBytes: z.int(),
    /** Seconds. */
    videoSeconds: z.number(),
  })
  .meta({ id: 'MediaLimits' })
export type MediaLimitsView = z.infer<typeof MediaLimitsView>

/**
 * A `mediaUrl` in an input: any address of the file that this server has given out. The server checks whether
 * it is one.
 */
export const MediaUrl = z.string(MEDIA_MESSAGES.mediaUnknown).max(LIMITS.url, MEDIA_MESSAGES.mediaUnknown)

/**
 * The media fields of things that can be created with media (product section 3). A `mediaType` that does not
 * match the file is rejected.
 */
const mediaInput = { mediaUrl: MediaUrl.nullish(), mediaType: MediaType.nullish() }

const AltText = personText({ max: LIMITS.altText, tooLong: MESSAGES.altTextTooLong }).nullish()

/**
 * The media fields of posts and messages. A video is alone; with a picture, `morePictures` names the others in their
 * order (DECISIONS row 300).
 */
export const attachedInput = {
  ...mediaInput,
  altText: AltText,
  morePictures: z
    .array(z.object({ mediaUrl: MediaUrl, altText: AltText }))
    .max(LIMITS.pictures - 1, MEDIA_MESSAGES.picturesTooMany)
    .optional(),
}
type AttachedInput = z.infer<z.ZodObject<typeof attachedInput>>

/** Refinements of what has `attachedInput`. */
export const hasFirstPicture = ({ mediaUrl, morePictures }: AttachedInput): boolean =>
  Boolean(mediaUrl) || !morePictures?.length
export const isPicturesOnly = ({ mediaType, morePictures }: AttachedInput): boolean =>
  (mediaType ?? 'image') === 'image' || !morePictures?.length
