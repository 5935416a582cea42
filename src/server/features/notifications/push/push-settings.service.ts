import { Types, type UpdateQuery } from 'mongoose'
import type { PushSettingInput, QuietHours } from '#contract/notifications.push.ts'
import type { PushKind } from '#contract/notifications.push.constants.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { loadById } from '#server/platform/mongo/load-by-id.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { PushSettingsModel, type PushSettingsDocument } from './push.model.ts'

export type PushSettings = Required<Omit<PushSettingsDocument, '_id'>>

const DEFAULTS: PushSettings = { off: [], quietHours: null, preview: 'who' }

export async function pushSettingsOf(userId: string): Promise<PushSettings> {
  return { ...DEFAULTS, ...(await loadSettings(userId)) }
}

const loadSettings = loadById<PushSettingsDocument>(PushSettingsModel)

/** Changes one setting; may run again. */
export const changePushSetting = (userId: string, input: PushSettingInput): Promise<void> =>
  transact(async (tx) => {
    const own = { _id: new Types.ObjectId(userId) }
    const options = { upsert: true, setDefaultsOnInsert: false, session: tx.session }
    await PushSettingsModel.updateOne(own, changeOf(input), options)
    tx.emit('pushes:updated', { userId })
  })

function changeOf(input: PushSettingInput): UpdateQuery<PushSettingsDocument> {
  if ('kind' in input) return input.on ? { $pull: { off: input.kind } } : { $addToSet: { off: input.kind } }
  return { $set: input }
}

/** The setting that a notification belongs to; null: never pushed. */
export function pushKindOf({ type, data }: Pick<NotificationView, 'type' | 'data'>): PushKind | null {
  switch (type) {
    case 'MESSAGE':
      // Nothing of a stranger reaches a device before it is accepted (LIVE L37).
      return 'isRequest' in data && data.isRequest ? null : 'messages'
    case 'MENTION':
      return 'isAnswer' in data && data.isAnswer ? 'replies' : 'mentions'
    case 'COMMENT':
    // In place of the comments.
    case 'PLUNGER':
      return 'comments'
    case 'FOLLOW':
      return 'follows'
    case 'REPORT':
    case 'MODERATION':
    case 'GUARD':
      return 'moderation'
    // Reactions are many and say little: the page shows them.
    case 'REACTION':
      return null
  }
}

const DAY_MINUTES = 24 * 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The time of day of a moment in a time zone, in minutes. */
function localMinutes(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return minutesOf(parts.format(at))
}

/**
 * How long the quiet hours still last, ms; 0 when it is not quiet. An hour that a clock change takes away or adds
 * makes the result that much too long or too short; who waits asks again at its end.
 */
export function quietFor(hours: QuietHours | null, at: Date): number {
  if (!hours) return 0
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  const now = localMinutes(at, hours.timeZone)
  const since = (now - from + DAY_MINUTES) % DAY_MINUTES
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return 0
  const intoMinute = at.getTime() % MINUTE
  return (length - since) * MINUTE - intoMinute
}
