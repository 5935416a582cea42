import { MARK, NOT_IN_WORD, SPACED_LETTER, UNSPACED } from './letters.ts'

/* Every pattern here takes linear time: a match can only begin at the beginning of a word, and no part of it
   is ambiguous. (linkifyjs, the common library, takes 200 times as long for ten times '#a#a#a', and weighs 10
   kB.) */

/** Top-level domains that make a link of a bare host; with a scheme or www. any of them does. */
const ENDINGS =
  'com|org|net|edu|gov|int|io|dev|app|co|me|tv|gg|fm|ai|xyz|info|blog|news|social|shop|eu|uk|de|fr|es|it|nl|pl|ch|at|be|se|no|dk|fi|pt|cz|ie|us|ca|br|mx|jp|kr|cn|in|au|nz|za'
const LABELS = String.raw`[a-zA-Z0-9\-]+(?:\.[a-zA-Z0-9\-]+)*`
const END_OF_HOST = String.raw`(?!${SPACED_LETTER}|${MARK}|[@\-])`

/** A bare host, as an expression with the flags 'i' and 'u'. */
const HOST = String.raw`(?:www\.${LABELS}|${LABELS}\.(?:${ENDINGS}))${END_OF_HOST}`

/** What follows a handle that is an address of another network: '@ann.example.com'. */
export const REST_OF_HOST = String.raw`(?:\.[a-z0-9\-]+)*\.(?:${ENDINGS})${END_OF_HOST}`

/**
 * White space, quotation marks, invisible signs, and the punctuation of other scripts end an address. Dashes and
 * middle dots are in the titles of articles.
 */
const ENDS = String.raw`[\s<>"〜～＜＞]|(?![\p{ASCII}\p{Pd}·・])\p{P}|(?![\u200c\u200d])\p{Cf}`

/**
 * In scripts without spaces the sentence goes on directly behind the address, so that their letters are part of it
 * only behind other signs: 'https://example.com/東京' and not 'https://example.com/fooを'.
 */
const IN_ADDRESS = `(?:(?!${ENDS}|(?<=[a-zA-Z0-9])[${UNSPACED}]).)`
const ADDRESS = new RegExp(
  String.raw`${NOT_IN_WORD}(?<![@＠#＃.\/\-])(?:https?:\/\/${IN_ADDRESS}+|${HOST}(?:[\/?#:]${IN_ADDRESS}*)?)`,
  'giu',
)

const CLOSING = '.,!?;:\'")]}*'

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

/** Whether one of the texts has a link to another site. */
export const holdsLink = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text && firstLink(text) !== null)

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
