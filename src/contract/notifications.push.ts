import { z } from 'zod'
import { DEVICES } from './analytics.ts'
import { MESSAGES } from './errors.ts'
import { PUSH_KINDS, PUSH_PREVIEWS } from './notifications.push.constants.ts'
import { Id, Timestamp } from './primitives.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, MESSAGES.invalidInput)

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    // Intl throws for a name it does not know.
    return false
  }
}

/** From and to may lie on two days. `timeZone` is an IANA name. */
export const QuietHours = z.object({
  from: TimeOfDay,
  to: TimeOfDay,
  timeZone: z.string().max(64).refine(isTimeZone, MESSAGES.invalidInput),
})
export type QuietHours = z.infer<typeof QuietHours>

/** A device that gets pushes, with what its session says of it. */
const PushDeviceView = z.object({
  id: Id,
  /** The device that asks. */
  isThis: z.boolean(),
  device: z.enum(DEVICES),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: Timestamp,
})

/** GET /api/notifications/push, and the answer of each change of it. */
export const PushView = z
  .object({
    /** The server's VAPID key, base64url: what a browser subscribes with. */
    publicKey: z.string(),
    /** The kinds that are on. */
    kinds: z.array(z.enum(PUSH_KINDS)),
    quietHours: QuietHours.nullable(),
    preview: z.enum(PUSH_PREVIEWS),
    /** Newest first. */
    devices: z.array(PushDeviceView),
  })
  .meta({ id: 'Push' })
export type PushView = z.infer<typeof PushView>

/** PATCH /api/notifications/push: one setting. */
export const PushSettingInput = z
  .union([
    z.strictObject({ kind: z.enum(PUSH_KINDS), on: z.boolean() }),
    z.strictObject({ quietHours: QuietHours.nullable() }),
    z.strictObject({ preview: z.enum(PUSH_PREVIEWS) }),
  ])
  .meta({ id: 'PushSettingInput' })
export type PushSettingInput = z.infer<typeof PushSettingInput>

/** PUT /api/notifications/push/device: what the browser has subscribed to (RFC 8030 and 8291). */
export const PushDeviceInput = z
  .object({
    endpoint: z.url({ protocol: /^https$/, error: MESSAGES.invalidInput }).max(1024, MESSAGES.invalidInput),
    keys: z.object({
      /** An uncompressed point of P-256, 65 bytes. */
      p256dh: z.string().regex(/^[\w-]{87}=?$/, MESSAGES.invalidInput),
      /** 16 bytes. */
      auth: z.string().regex(/^[\w-]{22}(==)?$/, MESSAGES.invalidInput),
    }),
  })
  .meta({ id: 'PushDeviceInput' })
export type PushDeviceInput = z.infer<typeof PushDeviceInput>
