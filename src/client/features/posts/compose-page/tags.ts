import { LIMITS } from '#contract/limits.ts'
import { richPieces } from '#client/ui/rich-text.ts'

/** The hashtags of a text as its links will find them, each once, without the sign. */
export const tagsOf = (text: string): string[] => [
  ...new Set(richPieces(text).flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : []))),
]

/** The text with a hashtag at its end; null where it would not fit. */
export function withTag(text: string, tag: string): string | null {
  const gap = text === '' || /\s$/.test(text) ? '' : ' '
  const longer = `${text}${gap}#${tag} `
  return longer.trimEnd().length > LIMITS.postText ? null : longer.slice(0, LIMITS.postText)
}
