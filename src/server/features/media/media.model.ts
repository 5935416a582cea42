import mongoose, { Schema, type Types } from 'mongoose'
import type { MediaPurpose, MediaView } from '#contract/media.ts'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** Files of an upload. `video` and `audio` are the thing itself, `full` a picture at its largest. */
export const ROLES = ['full', 'card', 'avatar', 'poster', 'video', 'audio'] as const
export type Role = (typeof ROLES)[number]

export interface MediaFile {
  role: Role
  bytes: number
}

/**
 * A copy of the media's fields in a post or message, so that a page needs no second collection. Updated when
 * the processing ends: see `updateUses`.
 */
export interface MediaSnapshot {
  /** The upload's id. */
  _id: Types.ObjectId
  /** Random; part of the file addresses. */
  token: string
  kind: MediaView['kind']
  state: MediaView['state']
  width: number | null
  height: number | null
  duration: number | null
  placeholder: string | null
  /** Of a voice message that is ready. */
  peaks?: number[]
  roles: Role[]
}

/** `held`: a post in the review queue. `link`: the card of a page that posts link to. */
export type UseKind = 'post' | 'message' | 'avatar' | 'banner' | 'blog' | 'held' | 'link'

/** Something that shows the media. */
export interface Use {
  kind: UseKind
  /** Id of the post, message, person or entry. */
  id: Types.ObjectId
  /** The only people who may see it there; missing when it is public. */
  people?: Types.ObjectId[]
}

export interface MediaDocument extends Omit<MediaSnapshot, 'state' | 'roles'> {
  ownerId: Types.ObjectId
  purpose: MediaPurpose
  /** `gone`: its files are being deleted, then the record. */
  state: MediaView['state'] | 'gone'
  files: MediaFile[]
  /** Percent. */
  progress: number
  /** The message of a failed upload. */
  error: string | null
  usedBy: Use[]
  /** While nothing uses it, for the sweep. */
  unusedSince?: Date
  /** Conditions of a PUT link; removed when the file arrives, because a link works once. */
  link?: { type: string; size?: number; expiresAt: Date }
  /** While a video or voice message waits or is processed by the job with its id. */
  job?: {
    /** ffmpeg's name of the container. */
    format: string
    /** How often it failed and was queued again. */
    requeued?: number
  }
  /** While a failed video still has its original: the monitor may queue it once more. */
  gaveUp?: {
    at: Date
    format: string
    again: number
  }
  createdAt: Date
  updatedAt: Date
  rev: number
}

const mediaSchema = schemaOf<MediaDocument>('media', by('token'), {
  ownerId: { type: Schema.Types.ObjectId, required: true },
  purpose: { type: String, required: true },
  token: { type: String, required: true },
  kind: { type: String, required: true },
  state: { type: String, required: true },
  width: { type: Number, default: null },
  height: { type: Number, default: null },
  duration: { type: Number, default: null },
  placeholder: { type: String, default: null },
  peaks: { type: [Number], default: undefined },
  files: { type: [Schema.Types.Mixed] as never, default: [] },
  progress: { type: Number, default: 0 },
  error: { type: String, default: null },
  usedBy: { type: [Schema.Types.Mixed] as never, default: [] },
  unusedSince: Date,
  link: Schema.Types.Mixed,
  job: Schema.Types.Mixed,
  gaveUp: Schema.Types.Mixed,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
}).set('minimize', false)

// Serves a file; inputs name files by it.
mediaSchema.index({ token: 1 }, { unique: true })
// Unused uploads, oldest first, for the sweep.
mediaSchema.index({ unusedSince: 1 }, { partialFilterExpression: { unusedSince: { $exists: true } } })
// A person's unused uploads.
mediaSchema.index(
  { ownerId: 1, unusedSince: -1 },
  { partialFilterExpression: { unusedSince: { $exists: true } } },
)
// Everything of a person whose account is deleted.
mediaSchema.index({ ownerId: 1, _id: 1 })
// Failed videos, oldest first: to queue them again, and for the sweep.
mediaSchema.index({ 'gaveUp.at': 1 }, { partialFilterExpression: { 'gaveUp.at': { $exists: true } } })

export const MediaModel = mongoose.model('Media', mediaSchema)
