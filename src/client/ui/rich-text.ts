import { webAddresses } from '#contract/web-addresses.ts'

export type RichPiece =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string; tag: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'link'; text: string; href: string }

// The same words contract/posts.ts finds (hashtagsIn, mentionsIn), in linear time.
const MARKED = /(?<![\p{L}\p{N}_])(?:#([\p{L}\p{N}_]+)|@([A-Za-z0-9_]+))/gu

const markedPieces = (text: string): RichPiece[] => {
  const pieces: RichPiece[] = []
  let end = 0
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    const [whole, tag, handle] = match
    if (tag !== undefined) pieces.push({ kind: 'tag', text: whole, tag: tag.toLowerCase() })
    else if (handle !== undefined) pieces.push({ kind: 'mention', text: whole, handle: handle.toLowerCase() })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/**
 * Takes a text apart into words, hashtags, mentions and web addresses. Joined again, the pieces are the text.
 */
export const richPieces = (text: string): RichPiece[] => {
  const pieces: RichPiece[] = []
  let end = 0
  for (const { index, text: address, href } of webAddresses(text)) {
    pieces.push(...markedPieces(text.slice(end, index)), { kind: 'link', text: address, href })
    end = index + address.length
  }
  pieces.push(...markedPieces(text.slice(end)))
  return pieces
}
