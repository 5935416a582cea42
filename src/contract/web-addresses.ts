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
  const url = URL.canParse(href) ? new URL(href) : null
  return url?.hostname.includes('.') && !url.username ? href : null
}

/** A web address in a text: as it is written, where, and where it leads. */
export interface WebAddress {
  index: number
  text: string
  href: string
}

/** Every address has one of these: most texts are read no further. */
const SIGN_OF_ADDRESS = /:\/\/|[a-z0-9-]\.[a-z0-9-]/iu

/** The web addresses of a text that pages show as links, in their order. */
export function* webAddresses(text: string): Generator<WebAddress> {
  if (!SIGN_OF_ADDRESS.test(text)) return
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTail(match[0])
    const href = hrefOf(address)
    if (href !== null) yield { index: match.index, text: address, href }
  }
}

/** An address, always written in the same way, without the part after '#'. */
export function plainAddress(href: string): string {
  const url = new URL(href)
  url.hash = ''
  return url.href
}

/** Where the first link of a text leads; null without a link. */
export function firstLink(text: string): string | null {
  const [first] = webAddresses(text)
  return first ? plainAddress(first.href) : null
}

/** What decides whether a post has a link card: its text, and what it shows besides (empty or missing for nothing). */
interface Linking {
  text: string
  mediaUrl?: unknown
  poll?: unknown
  quotedId?: unknown
  hidePreview?: unknown
}

/** The address whose card a post shows: its first link, unless it shows something else (DECISIONS row 350). */
export const cardLink = ({ text, mediaUrl, poll, quotedId, hidePreview }: Linking): string | null =>
  mediaUrl || poll || quotedId || hidePreview ? null : firstLink(text)
