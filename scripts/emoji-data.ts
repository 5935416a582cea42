import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

interface Emoji {
  emoji: string
  label: string
  group?: number
  subgroup?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone?: number | number[] }[]
}
interface Messages {
  groups: { key: string; message: string; order: number }[]
  subgroups: { key: string; order: number }[]
  skinTones: { key: string; message: string }[]
}

const TONES = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']
const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What the emoji picker needs of the package's data, a third of it. */
export function pickerData(emojis: readonly Emoji[], { groups, subgroups, skinTones }: Messages) {
  const flags = subgroups.find(({ key }) => key === 'country-flag')?.order
  const shown = groups.filter(({ key }) => key !== 'component')
  return {
    locale: 'en',
    categories: shown.map(({ message, order }) => ({ index: order, label: withCapital(message) })),
    skinTones: Object.fromEntries(skinTones.map(({ key, message }) => [key, withCapital(message)])),
    emojis: emojis
      .filter(({ group }) => shown.some(({ order }) => order === group))
      .map(({ emoji, label, group, subgroup, version, tags = [], skins }) => ({
        emoji,
        category: group,
        version,
        label: withCapital(label),
        tags,
        ...(subgroup === flags && { countryFlag: true }),
        ...(skins && { skins: skinsByTone(skins) }),
      })),
  }
}

const skinsByTone = (skins: NonNullable<Emoji['skins']>): Record<string, string> =>
  Object.fromEntries(
    skins.flatMap(({ emoji, tone }) =>
      typeof tone === 'number' && TONES[tone] ? [[TONES[tone], emoji]] : [],
    ),
  )

/** Serves the emoji from our own origin: the package's file becomes a script of the build with what is needed. */
export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  enforce: 'pre',
  transform: {
    filter: { id: /emojibase-data\/en\/data\.json$/ },
    handler: (code, id) => {
      const messages = readFileSync(id.replace(/data\.json$/, 'messages.json'), 'utf8')
      const data = pickerData(JSON.parse(code) as Emoji[], JSON.parse(messages) as Messages)
      return { code: JSON.stringify(data), map: null }
    },
  },
})
