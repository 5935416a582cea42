import sniffEncoding from 'html-encoding-sniffer'
import { Parser } from 'htmlparser2'
import { LIMITS } from '#contract/limits.ts'
import { cutText, isStorable, isVisible } from '#contract/text.ts'

/** A page as it was fetched. */
export interface FetchedPage {
  /** After redirects. */
  url: string
  /** The whole Content-Type header. */
  contentType: string
  body: Uint8Array
}

/** What a page says of itself. */
export interface PageCard {
  title: string
  description: string | null
  /** Address of its picture; not checked. */
  picture: string | null
}

// The first of these that the page has.
const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const PICTURES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src']

/** Reads the Open Graph tags of a page, or what comes nearest to them. Null for a page without any title. */
export function cardOfPage({ url, contentType, body }: FetchedPage): PageCard | null {
  const { tags, base } = headOf(body, contentType)
  const first = (names: readonly string[]) =>
    names.map((name) => tags.get(name) ?? '').find((words) => isVisible(words) && isStorable(words))
  const title = first(TITLES)
  if (title === undefined) return null
  const description = first(DESCRIPTIONS)
  const picture = first(PICTURES)
  const from = (base !== null && URL.parse(base, url)?.href) || url
  return {
    title: cutText(title, LIMITS.linkTitle),
    description: description === undefined ? null : cutText(description, LIMITS.linkDescription),
    picture: picture === undefined ? null : (URL.parse(picture, from)?.href ?? null),
  }
}

interface Head {
  /** The first meta tag of each name, and the title. */
  tags: Map<string, string>
  /** What relative addresses begin from. */
  base: string | null
  /** The encoding that a meta tag names. */
  charset: string | null
}

function headOf(body: Uint8Array, contentType: string): Head {
  const transportLayerEncodingLabel = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const encoding = sniffEncoding(body, {
    ...(transportLayerEncodingLabel && { transportLayerEncodingLabel }),
    defaultEncoding: '',
  })
  const head = parseHead(decoderOf(encoding || 'UTF-8').decode(body))
  // The standard looks for a meta tag in the first 1,024 bytes alone, and browsers begin again when it comes later.
  const isLate = encoding === '' && head.charset !== null && !/^utf-/i.test(head.charset)
  return isLate ? parseHead(decoderOf(head.charset!).decode(body)) : head
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch (error) {
    // The standard has a few names for what no page uses, such as 'replacement'.
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}

/** Elements inside one another. The time that the parser takes grows with the square of this. */
const MAX_DEPTH = 256
/** What is in these has a title of its own. */
const DRAWINGS: ReadonlySet<string> = new Set(['svg', 'math'])

function parseHead(html: string): Head {
  const head: Head = { tags: new Map(), base: null, charset: null }
  const note = (name: string, words: string) => {
    if (!head.tags.has(name)) head.tags.set(name, words.replace(/\s+/g, ' ').trim().toWellFormed())
  }
  /** `title`: the text of the title that is open. */
  const reading = { title: null as string | null, depth: 0, drawings: 0 }
  const end = () => parser.pause()
  /** Some pages have their tags in the body. */
  const endIfTitled = () => TITLES.some((one) => head.tags.has(one)) && end()
  const parser = new Parser({
    onopentag(tag, { property, name, content, charset, href, ...others }) {
      if ((reading.depth += 1) > MAX_DEPTH) end()
      if (DRAWINGS.has(tag)) reading.drawings += 1
      else if (tag === 'base') head.base ??= href ?? null
      else if (tag === 'title' && reading.drawings === 0 && !head.tags.has('title')) reading.title ??= ''
      else if (tag === 'body') endIfTitled()
      else if (tag === 'meta') {
        if (content !== undefined) note((property ?? name ?? '').toLowerCase(), content)
        head.charset ??= charset?.trim() ?? charsetIn(others['http-equiv'], content)
      }
    },
    ontext(text) {
      if (reading.title !== null) reading.title += text
    },
    onclosetag(tag) {
      reading.depth -= 1
      if (DRAWINGS.has(tag)) reading.drawings -= 1
      else if (tag === 'head') endIfTitled()
      else if (tag === 'title' && reading.title !== null) {
        note('title', reading.title)
        reading.title = null
      }
    },
  })
  parser.write(html)
  return head
}

const charsetIn = (httpEquiv?: string, content = ''): string | null =>
  httpEquiv?.toLowerCase() === 'content-type'
    ? (/charset=["']?([^\s;"']+)/i.exec(content)?.[1] ?? null)
    : null
