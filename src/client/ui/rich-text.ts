export type RichPiece =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string; tag: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'link'; text: string; href: string }

/* Every pattern here takes linear time: a match can only begin at the beginning of a word, and no part of it
   is ambiguous. (linkifyjs, the common library, takes 200 times as long for ten times '#a#a#a', and weighs 10
   kB.) */

/** Top-level domains that make a link of a bare host; with a scheme or www. any of them does. */
const ENDINGS =
  'com|org|net|edu|gov|int|io|dev|app|co|me|tv|gg|fm|ai|xyz|info|blog|news|social|shop|eu|uk|de|fr|es|it|nl|pl|ch|at|be|se|no|dk|fi|pt|cz|ie|us|ca|br|mx|jp|kr|cn|in|au|nz|za'
const LABELS = String.raw`[a-z0-9-]+(?:\.[a-z0-9-]+)*`
const HOST = String.raw`(?:www\.${LABELS}|${LABELS}\.(?:${ENDINGS}))(?![\p{L}\p{N}_@-])`
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@#./-])(?:https?:\/\/[^\s<>"]+|${HOST}(?:[/?#:][^\s<>"]*)?)`,
  'giu',
)

// The same words contract/posts.ts finds (hashtagsIn, mentionsIn).
const MARKED = /(?<![\p{L}\p{N}_])(?:#([\p{L}\p{N}_]+)|@([A-Za-z0-9_]+))/gu

const CLOSING = '.,!?;:\'")]}…*'

/** Without the punctuation of the sentence around it; a bracket stays if it was opened inside. */
const withoutTail = (address: string): string => {
  let open = 0
  for (const letter of address) open += letter === '(' ? 1 : letter === ')' ? -1 : 0
  let end = address.length
  while (end > 0 && CLOSING.includes(address.charAt(end - 1))) {
    if (address.charAt(end - 1) === ')') {
      if (open >= 0) break
      open += 1
    }
    end -= 1
  }
  return address.slice(0, end)
}

/** Address to go to, or null when it is none, or hides its host behind a user name. */
const hrefOf = (address: string): string | null => {
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`
  const url = URL.parse(href)
  return url?.hostname.includes('.') && !url.username ? href : null
}

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
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTail(match[0])
    const href = hrefOf(address)
    if (href === null) continue
    pieces.push(...markedPieces(text.slice(end, match.index)), { kind: 'link', text: address, href })
    end = match.index + address.length
  }
  pieces.push(...markedPieces(text.slice(end)))
  return pieces
}
