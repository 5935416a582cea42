import mongoose, { Schema, type Types } from 'mongoose'
import { by, byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/**
 * A post in a timeline. `owner` is 'in:{userId}' for a person's following feed, and 'out:{userId}' for all
 * posts of a celebrity, which their followers merge when reading: one index serves both.
 */
export interface TimelineRow {
  /** '{postId}:{owner}': once each, and all rows of a post are one range. */
  _id: string
  owner: string
  postId: Types.ObjectId
  authorId: Types.ObjectId
  createdAt: Date
}

/** State of a person's timeline. */
export interface TimelineState {
  /** The person's id. */
  _id: string
  /** Last read, to the hour: rows are pushed to people seen within 7 days. */
  activeAt: Date
  /** False while it is being built. */
  ready: boolean
  /** Fingerprint of the people whose posts are in it: see followees. Another value while a follow changes it. */
  print: string
  /** The timeline is complete from here on; null: it holds everything. */
  floor: Date | null
}

/** An author with more than 10,000 followers, whose posts are merged when read. */
export interface Celebrity {
  /** The person's id. */
  _id: string
  /** When their own timeline was complete. */
  readyAt: Date
}

const rowSchema = schemaOf<TimelineRow>('timeline_rows', by('owner'), {
  _id: { type: String, required: true },
  owner: { type: String, required: true },
  postId: { type: Schema.Types.ObjectId, required: true },
  authorId: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
})

/** Covers the skeleton of a following feed: one timeline, or several merged. */
export const ROWS_OF_OWNER = { owner: 1, createdAt: -1, postId: -1, authorId: 1 } as const
rowSchema.index(ROWS_OF_OWNER)

const stateSchema = schemaOf<TimelineState>('timelines', byId, {
  _id: { type: String, required: true },
  activeAt: { type: Date, required: true },
  ready: { type: Boolean, default: false },
  print: { type: String, required: true },
  floor: { type: Date, default: null },
})

const celebritySchema = schemaOf<Celebrity>(
  'celebrities',
  whole('One row for each author with very many followers.'),
  {
    _id: { type: String, required: true },
    readyAt: { type: Date, required: true },
  },
)

export const TimelineRowModel = mongoose.model('TimelineRow', rowSchema)
export const TimelineModel = mongoose.model('Timeline', stateSchema)
export const CelebrityModel = mongoose.model('Celebrity', celebritySchema)
