import mongoose, { Schema, type Types } from 'mongoose'
import { ALERT_HISTORY, type AlertRule } from '#contract/monitor.alerts.constants.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** An alert, open or resolved. Holds no personal data but the admin who acknowledged it. */
export interface AlertDocument {
  _id: Types.ObjectId
  rule: AlertRule
  /** Missing once it is resolved. */
  open?: true
  openedAt: Date
  value: number
  peak: number
  threshold: number
  detail: string
  /** Its opening was put into the queues of messages. */
  told: boolean
  /** The last message about something more; missing before the first one. */
  toldAgainAt?: Date
  /** The last repetition for a receiver that forgets. */
  repeatedAt?: Date
  /** The process that opened it: 'web-1:4711, version 0.2.0'. */
  reporter: string
  acknowledgedAt?: Date
  acknowledgedBy?: Types.ObjectId
  resolvedAt?: Date
  resolvedHow?: 'calm' | 'off'
  rev: number
}

/** A process that ended without shutting down. */
export interface Crash {
  process: string
  /** Its machine, number and version, where they are known. */
  name?: string
  at: Date
  /** Its last error, without personal data. */
  words: string
}

/** What a rule remembers between two rounds. */
export interface AlertRuleDocument {
  _id: AlertRule
  /** Rounds in a row at or above the threshold, and clearly below it. */
  high: number
  calm: number
  value: number | null
  silencedUntil?: Date
  /** Of the rule about crashes alone: the newest few. */
  crashes?: Crash[]
  /** Raised by each round that changes something: of two rounds at once, one is dropped. */
  rev: number
}

const alertSchema = schemaOf<AlertDocument>('alerts', whole('Few rows, which expire.'), {
  rule: { type: String, required: true },
  open: Boolean,
  openedAt: { type: Date, required: true },
  value: { type: Number, required: true },
  peak: { type: Number, required: true },
  threshold: { type: Number, required: true },
  detail: { type: String, default: '' },
  told: { type: Boolean, default: false },
  toldAgainAt: Date,
  repeatedAt: Date,
  reporter: { type: String, default: '' },
  acknowledgedAt: Date,
  acknowledgedBy: Schema.Types.ObjectId,
  resolvedAt: Date,
  resolvedHow: String,
  rev: { type: Number, default: 1 },
})
// A rule has one open alert, whatever two processes do at once.
alertSchema.index({ rule: 1 }, { unique: true, partialFilterExpression: { open: true } })
// The newest.
alertSchema.index({ openedAt: -1 })
// Resolved ones expire.
alertSchema.index({ resolvedAt: 1 }, { expireAfterSeconds: ALERT_HISTORY.days * 24 * 3600 })
// For the erasure of an admin's account.
alertSchema.index({ acknowledgedBy: 1 }, { partialFilterExpression: { acknowledgedBy: { $exists: true } } })

const ruleSchema = schemaOf<AlertRuleDocument>('alert_rules', whole('Few rows.'), {
  _id: { type: String, required: true },
  high: { type: Number, default: 0 },
  calm: { type: Number, default: 0 },
  value: { type: Number, default: null },
  silencedUntil: Date,
  crashes: { type: [Schema.Types.Mixed] as never, default: undefined },
  rev: { type: Number, default: 0 },
})

export const AlertModel = mongoose.model('Alert', alertSchema)
export const AlertRuleModel = mongoose.model('AlertRule', ruleSchema)
