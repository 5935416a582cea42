import type { EmojiData, EmojiDataResolver } from 'frimousse'

let loading: Promise<EmojiData> | undefined

/**
 * The emoji that this device can draw, from our own origin: the build makes a script of them
 * (scripts/emoji-data.ts). A failed load is tried again when the picker opens again.
 */
export const emojiData: EmojiDataResolver = () => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<EmojiData> {
  // The build replaces the file's content by what the picker needs.
  const { default: all } = (await import('emojibase-data/en/data.json')) as unknown as { default: EmojiData }
  return { ...all, emojis: drawable(all.emojis, isInColour) }
}

/**
 * Without what would show as empty boxes: emoji of versions newer than the device's font, and flags of countries
 * where it has none. Everything where it has no colours at all.
 */
export function drawable(
  emojis: EmojiData['emojis'],
  canDraw: (emoji: string) => boolean,
): EmojiData['emojis'] {
  const oneOf = new Map(emojis.map(({ version, emoji }) => [version, emoji]))
  const newestFirst = [...oneOf].sort(([one], [other]) => other - one)
  const newest = newestFirst.find(([, emoji]) => canDraw(emoji))?.[0]
  if (newest === undefined) return emojis
  const hasFlags = canDraw('🇪🇺')
  return emojis.filter(({ version, countryFlag }) => version <= newest && (hasFlags || !countryFlag))
}

const SIZE = 16

/** Whether the font has it as one picture: the same pixels whatever the colour of the text. */
function isInColour(emoji: string): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return false
  pen.font = `${SIZE}px 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif`
  pen.textBaseline = 'top'
  // Parts of a sequence that the font does not know stand side by side.
  if (pen.measureText(emoji).width > SIZE * 1.75) return false
  const pixels = ['#000', '#fff'].map((colour) => {
    pen.clearRect(0, 0, SIZE, SIZE)
    pen.fillStyle = colour
    pen.fillText(emoji, 0, 0)
    return pen.getImageData(0, 0, SIZE, SIZE).data
  })
  const [black, white] = pixels
  return black?.some(Boolean) === true && black.every((value, at) => value === white?.[at])
}
