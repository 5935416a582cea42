import type { SkinTone } from 'frimousse'
import { localKept } from '#client/ui/storage.ts'

/** An emoji and its spoken name. */
export interface KeptEmoji {
  emoji: string
  label: string
}

interface Kept {
  tone: SkinTone
  /** The last ones first. */
  recent: readonly KeptEmoji[]
}

/** As many as one row shows. */
const MOST = 8
const TONES: readonly string[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']

// The id of the person is in the key: erasing the person's data of this browser finds it (live/device-data.ts).
const keyOf = (viewerId: string): string => `royal-flush:emoji:${viewerId}`

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length < 100

function keptIn(value: unknown): Kept | null {
  const { tone, recent } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>
  if (typeof tone !== 'string' || !TONES.includes(tone) || !Array.isArray(recent)) return null
  const emoji = recent as (Partial<KeptEmoji> | null)[]
  return {
    tone: tone as SkinTone,
    recent: emoji.flatMap((one) =>
      isText(one?.emoji) && isText(one.label) ? [{ emoji: one.emoji, label: one.label }] : [],
    ),
  }
}

/** The skin tone and the last emoji of this person in this browser. */
export const keptEmoji = (viewerId: string): Kept =>
  localKept.readJson(keyOf(viewerId), keptIn) ?? { tone: 'none', recent: [] }

export const keepTone = (viewerId: string, tone: SkinTone): void =>
  void localKept.saveJson(keyOf(viewerId), { ...keptEmoji(viewerId), tone })

export function keepRecent(viewerId: string, { emoji, label }: KeptEmoji): void {
  const { tone, recent } = keptEmoji(viewerId)
  const others = recent.filter((one) => one.emoji !== emoji)
  localKept.saveJson(keyOf(viewerId), { tone, recent: [{ emoji, label }, ...others].slice(0, MOST) })
}
