import mongoose, { Schema, type Types } from 'mongoose'
import type { MediaPurpose, MediaView } from '#contract/media.ts'

/** Files of one medium. `video` is the video itself, `full` a picture at its largest. */
export const ROLES = ['full', 'card', 'avatar', 'poster', 'video'] as const
export type Role = (typeof ROLES)[number]

export interface MediaFile {
  role: Role
  bytes: number
}

/**
 * What a post or message keeps of its picture or video, so that a page of them needs no second collection.
 * Written anew when the processing ends: see followUses.
 */
export interface MediaSnapshot {
  /** The upload's id. */
  _id: Types.ObjectId
  /** Random: what its addresses are made of. */
  token: string
  kind: MediaView['kind']
  state: MediaView['state']
  width: number | null
  height: number | null
  duration: number | null
  placeholder: string | null
  roles: Role[]
}

/** `held`: a post that waits for an admin. */
export type UseKind = 'post' | 'message' | 'avatar' | 'banner' | 'blog' | 'held'

/** Something that shows a medium. */
export interface Use {
  kind: UseKind
  /** Of the post, the message, the person or what is held. */
  id: Types.ObjectId
  /** Who alone may see it there; missing where everybody may. */
  people?: Types.ObjectId[]
}

export interface MediaDocument extends Omit<MediaSnapshot, 'state' | 'roles'> {
  ownerId: Types.ObjectId
  purpose: MediaPurpose
  /** `gone`: its files are being removed, the record follows. */
  state: MediaView['state'] | 'gone'
  files: MediaFile[]
  /** Percent. */
  progress: number
  /** The sentence of a failed one. */
  error: string | null
  usedBy: Use[]
  /** Present while nothing uses it: the sweep goes by it. */
  unusedSince?: Date
  /** What a PUT link takes; gone with its arrival, because a link works once. */
  link?: { type: string; size?: number; expiresAt: Date }
  /** Present while a video waits for its turn or is worked on, by the job of its id. */
  job?: {
    /** ffmpeg's name of the container. */
    format: string
    /** Times it was given up before and queued again. */
    requeued?: number
  }
  /**
   * Present while a video that could not be made still lies there as it came: the monitor may queue it once
   * more.
   */
  gaveUp?: {
    at: Date
    format: string
    again: number
  }
  createdAt: Date
  updatedAt: Date
  rev: number
}

const mediaSchema = new Schema<MediaDocument>(
  {
    ownerId: { type: Schema.Types.ObjectId, required: true },
    purpose: { type: String, required: true },
    token: { type: String, required: true },
    kind: { type: String, required: true },
    state: { type: String, required: true },
    width: { type: Number, default: null },
    height: { type: Number, default: null },
    duration: { type: Number, default: null },
    placeholder: { type: String, default: null },
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
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'media' },
)

// Serving a file, and what inputs name.
mediaSchema.index({ token: 1 }, { unique: true })
// What nothing uses, oldest first, for the sweep.
mediaSchema.index({ unusedSince: 1 }, { partialFilterExpression: { unusedSince: { $exists: true } } })
// A person's uploads that wait to be used.
mediaSchema.index(
  { ownerId: 1, unusedSince: -1 },
  { partialFilterExpression: { unusedSince: { $exists: true } } },
)
// All of a person whose account goes.
mediaSchema.index({ ownerId: 1, _id: 1 })
// Videos that could not be made, oldest first: to try again, and for the sweep.
mediaSchema.index({ 'gaveUp.at': 1 }, { partialFilterExpression: { 'gaveUp.at': { $exists: true } } })

export const MediaModel = mongoose.model('Media', mediaSchema)
