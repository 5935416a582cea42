import type { SkinTone } from 'frimousse'
import { browserStorage } from '#client/ui/storage.ts'

/** An emoji and its spoken name. */
export interface RecentEmoji {
  emoji: string
  label: string
}

interface Kept {
  tone: SkinTone
  /** The last ones first. */
  recent: readonly RecentEmoji[]
}

/** As many as one row shows. */
const MOST = 8
const TONES: readonly string[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']

// The id of the person is in the key: erasing the person's data of this browser finds it (live/device-data.ts).
const keyOf = (viewerId: string): string => `royal-flush:emoji:${viewerId}`

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length < 100

function parsePreferences(value: unknown): Kept | null {
  const { tone, recent } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>
  if (typeof tone !== 'string' || !TONES.includes(tone) || !Array.isArray(recent)) return null
  const emoji = recent as (Partial<RecentEmoji> | null)[]
  return {
    tone: tone as SkinTone,
    recent: emoji.flatMap((one) =>
      isText(one?.emoji) && isText(one.label) ? [{ emoji: one.emoji, label: one.label }] : [],
    ),
  }
}

/** The skin tone and the last emoji of this person in this browser. */
export const emojiPreferences = (viewerId: string): Kept =>
  browserStorage.readJson(keyOf(viewerId), parsePreferences) ?? { tone: 'none', recent: [] }

export const storeTone = (viewerId: string, tone: SkinTone): void =>
  void browserStorage.saveJson(keyOf(viewerId), { ...emojiPreferences(viewerId), tone })

export function storeRecent(viewerId: string, { emoji, label }: RecentEmoji): void {
  const { tone, recent } = emojiPreferences(viewerId)
  const others = recent.filter((one) => one.emoji !== emoji)
  browserStorage.saveJson(keyOf(viewerId), { tone, recent: [{ emoji, label }, ...others].slice(0, MOST) })
}
