import { LETTER, MARK, NOT_IN_WORD, SPACED_LETTER, WORD } from './letters.ts'
import { LIMITS } from './limits.ts'
import { REST_OF_HOST, webAddresses } from './web-addresses.ts'

/** A part of a text: what pages show as a link, and the rest. */
export type RichPiece =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string; tag: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'link'; text: string; href: string }

/** A handle ends where no letter of it can follow, and is no address of another site or network. */
const HANDLE = String.raw`[a-zA-Z0-9_]{1,${LIMITS.handleMax}}(?!${SPACED_LETTER}|${MARK}|[@＠]${LETTER}|${REST_OF_HOST})`
const MARKED = new RegExp(`${NOT_IN_WORD}(?:[#＃](${WORD})|[@＠](${HANDLE}))`, 'gu')

/** A hashtag as it is stored and compared, from what is written with or without its sign. */
export const tagOf = (written: string): string =>
  written
    .replace(/^[#＃]/, '')
    .toLowerCase()
    .normalize('NFC')

function* markedPieces(text: string): Generator<RichPiece> {
  let end = 0
  for (const match of text.matchAll(MARKED)) {
    const [whole, word, handle] = match
    const tag = word === undefined ? null : tagOf(word)
    // A word too long for a hashtag is only text.
    if (tag !== null && tag.length > LIMITS.hashtag) continue
    if (match.index > end) yield { kind: 'text', text: text.slice(end, match.index) }
    if (tag !== null) yield { kind: 'tag', text: whole, tag }
    else yield { kind: 'mention', text: whole, handle: handle!.toLowerCase() }
    end = match.index + whole.length
  }
  if (end < text.length) yield { kind: 'text', text: text.slice(end) }
}

/**
 * Takes a text apart into words, hashtags, mentions and web addresses. Joined again, the pieces are the text.
 */
export function richPieces(text: string): RichPiece[] {
  const pieces: RichPiece[] = []
  let end = 0
  for (const { index, text: address, href } of webAddresses(text)) {
    pieces.push(...markedPieces(text.slice(end, index)), { kind: 'link', text: address, href })
    end = index + address.length
  }
  pieces.push(...markedPieces(text.slice(end)))
  return pieces
}

/** The hashtags of a text, each once, lower case, without their sign. */
export function hashtagsIn(text: string): string[] {
  if (!/[#＃]/.test(text)) return []
  return [...new Set(richPieces(text).flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : [])))]
}

/** The handles mentioned in a text, each once, lower case, without their sign. */
export function mentionsIn(text: string): string[] {
  if (!/[@＠]/.test(text)) return []
  return [...new Set(richPieces(text).flatMap((piece) => (piece.kind === 'mention' ? [piece.handle] : [])))]
}
