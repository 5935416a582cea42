import mongoose, { Schema, type Types } from 'mongoose'
import type { QuietHours } from '#contract/notifications.push.ts'
import type { PushKind, PushPreview } from '#contract/notifications.push.constants.ts'
import { by, byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** A browser that a person wants pushes on. */
export interface PushDeviceDocument {
  _id: Types.ObjectId
  userId: Types.ObjectId
  /** The address of its push service, secret: who knows it and the keys can write to the device. */
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** The public name of the session that subscribed: the device goes with it. */
  session: string
  createdAt: Date
  /** It subscribed with an earlier key of ours, and gets nothing until its browser subscribes again. */
  outdated?: boolean
  /** The last push that its service took, exact to an hour. */
  lastSentAt?: Date
}

/** A person's settings of pushes; what they have never changed is missing. */
export interface PushSettingsDocument {
  _id: Types.ObjectId
  off?: PushKind[]
  quietHours?: QuietHours | null
  preview?: PushPreview
}

/** The server's VAPID keys (RFC 8292), one pair for all processes. The private one is encrypted. */
export interface PushKeysDocument {
  /** Always 'vapid': there is one. */
  _id: string
  publicKey: string
  sealedPrivateKey: string
}

const deviceSchema = schemaOf<PushDeviceDocument>('push_devices', by('endpoint'), {
  userId: { type: Schema.Types.ObjectId, required: true },
  endpoint: { type: String, required: true },
  keys: { type: Schema.Types.Mixed, required: true },
  session: { type: String, required: true },
  createdAt: { type: Date, required: true },
  outdated: Boolean,
  lastSentAt: Date,
})

// A browser belongs to one person: to the last one who asked for pushes on it.
deviceSchema.index({ endpoint: 1 }, { unique: true })
// A person's devices.
deviceSchema.index({ userId: 1, _id: -1 })

const settingsSchema = schemaOf<PushSettingsDocument>('push_settings', byId, {
  _id: { type: Schema.Types.ObjectId, required: true },
  off: { type: [String], default: undefined },
  quietHours: Schema.Types.Mixed,
  preview: String,
}).set('minimize', false)

const keysSchema = schemaOf<PushKeysDocument>('push_keys', whole('One row.'), {
  _id: { type: String, required: true },
  publicKey: { type: String, required: true },
  sealedPrivateKey: { type: String, required: true },
})

export const PushDeviceModel = mongoose.model('PushDevice', deviceSchema)
export const PushSettingsModel = mongoose.model('PushSettings', settingsSchema)
export const PushKeysModel = mongoose.model('PushKeys', keysSchema)
