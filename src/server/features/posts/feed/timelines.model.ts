import mongoose, { Schema, type Types } from 'mongoose'

/**
 * One post in one timeline. `owner` is 'in:{userId}' for what a person follows, 'out:{userId}' for all posts
 * of a celebrity, which their followers' reads merge: one index serves both.
 */
export interface TimelineRow {
  /** '{postId}:{owner}': once each, and all rows of a post are one range. */
  _id: string
  owner: string
  postId: Types.ObjectId
  authorId: Types.ObjectId
  createdAt: Date
}

/** What is known of one person's timeline. */
export interface TimelineState {
  /** The person's id. */
  _id: string
  /** Last read, to the hour: rows are pushed to those seen within 7 days (PERFORMANCE, Design 2). */
  activeAt: Date
  /** False while it is being built. */
  ready: boolean
  /** Stands for the set of people whose posts are in it: see followees. */
  print: string
  /** It holds everything from here on; null: everything there is. */
  floor: Date | null
}

/** An author of over 10,000 followers, whose posts are merged at read. */
export interface Celebrity {
  /** The person's id. */
  _id: string
  /** When their outbox was complete. */
  readyAt: Date
}

const rowSchema = new Schema<TimelineRow>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    postId: { type: Schema.Types.ObjectId, required: true },
    authorId: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'timeline_rows' },
)

/** Covers the skeleton of a following feed: one timeline, or several merged. */
export const ROWS_OF_OWNER = { owner: 1, createdAt: -1, postId: -1, authorId: 1 } as const
rowSchema.index(ROWS_OF_OWNER)

const stateSchema = new Schema<TimelineState>(
  {
    _id: { type: String, required: true },
    activeAt: { type: Date, required: true },
    ready: { type: Boolean, default: false },
    print: { type: String, required: true },
    floor: { type: Date, default: null },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'timelines' },
)

const celebritySchema = new Schema<Celebrity>(
  { _id: { type: String, required: true }, readyAt: { type: Date, required: true } },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'celebrities' },
)

export const TimelineRowModel = mongoose.model('TimelineRow', rowSchema)
export const TimelineModel = mongoose.model('Timeline', stateSchema)
export const CelebrityModel = mongoose.model('Celebrity', celebritySchema)
