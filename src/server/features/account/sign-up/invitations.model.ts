import mongoose, { Schema, type Types } from 'mongoose'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

export interface InvitationDocument {
  _id: Types.ObjectId
  /** SHA-256 of the secret, hexadecimal: the store alone gives nobody a valid link. */
  tokenHash: string
  /** The admin's own words about it. */
  note: string
  maxUses: number
  /** Accounts that it created, deleted ones included. */
  used: number
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  rev: number
}

const invitationSchema = schemaOf<InvitationDocument>(
  'invitations',
  whole('Few rows: links that admins and people have made.'),
  {
    tokenHash: { type: String, required: true },
    note: { type: String, default: '' },
    maxUses: { type: Number, required: true },
    used: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    rev: { type: Number, default: 1 },
  },
)

// The list uses the order of _id. A registration finds its invitation.
invitationSchema.index({ tokenHash: 1 }, { unique: true })

/** An account that an invitation created. */
export interface InvitationUseDocument {
  /** The person. */
  _id: Types.ObjectId
  invitationId: Types.ObjectId
  at: Date
}

const useSchema = schemaOf<InvitationUseDocument>(
  'invitation_uses',
  whole('One row for each account that came by a link.'),
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    invitationId: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
  },
)

// Who came by an invitation.
useSchema.index({ invitationId: 1, _id: 1 })

export const InvitationModel = mongoose.model('Invitation', invitationSchema)
export const InvitationUseModel = mongoose.model('InvitationUse', useSchema)
