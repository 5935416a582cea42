import mongoose, { Schema, type Types } from 'mongoose'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** A copy of a card in what shows it. */
export interface LinkCardSnapshot {
  /** The record's id, which keeps the picture as long as something shows it. */
  cardId: Types.ObjectId
  url: string
  title: string
  description: string | null
  /** The token of its file. */
  picture: string | null
}

/**
 * What the page at an address said when it was read, for everybody who links to it. It belongs to nobody. It
 * never changes: a page that is read again gets a new record.
 */
export interface LinkCardDocument {
  _id: Types.ObjectId
  url: string
  /** The newest of this address. */
  current?: true
  /** When a process began to parse the page; absent once it has. What ends the process is parsed once. */
  parsingSince?: Date
  /** Null when there was nothing to read. */
  card: Omit<LinkCardSnapshot, 'cardId' | 'url'> | null
  /** The upload with the card's picture. */
  mediaId?: Types.ObjectId
  /** Until then it answers for its address; afterwards the sweep deletes it once nothing shows it. */
  expiresAt: Date
}

const linkCardSchema = schemaOf<LinkCardDocument>(
  'link_cards',
  whole('One row for each address, which expires.'),
  {
    url: { type: String, required: true },
    current: Boolean,
    parsingSince: Date,
    card: { type: Schema.Types.Mixed, default: null },
    mediaId: Schema.Types.ObjectId,
    expiresAt: { type: Date, required: true },
  },
)

// The card of an address. Two processes that read the same page keep one.
linkCardSchema.index({ url: 1 }, { unique: true, partialFilterExpression: { current: true } })
// The sweep.
linkCardSchema.index({ expiresAt: 1 })

export const LinkCardModel = mongoose.model('LinkCard', linkCardSchema)
