import sniffEncoding from 'html-encoding-sniffer'
import { Parser } from 'htmlparser2'
import { LIMITS } from '#contract/limits.ts'
import { cutText, isStorable, isVisible } from '#contract/text.ts'
import type { Fetched } from '#server/platform/outbound/guarded-fetch.ts'

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
export function readPage({ url, contentType, body }: Fetched): PageCard | null {
  const tags = tagsOf(textOf(body, contentType))
  const first = (names: readonly string[]) =>
    names.map((name) => tags.get(name) ?? '').find((words) => isVisible(words) && isStorable(words))
  const title = first(TITLES)
  if (title === undefined) return null
  const description = first(DESCRIPTIONS)
  const picture = first(PICTURES)
  return {
    title: cutText(title, LIMITS.linkTitle),
    description: description === undefined ? null : cutText(description, LIMITS.linkDescription),
    picture: picture === undefined ? null : (URL.parse(picture, url)?.href ?? null),
  }
}

function textOf(body: Buffer, contentType: string): string {
  const transportLayerEncodingLabel = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const encoding = sniffEncoding(body, {
    ...(transportLayerEncodingLabel && { transportLayerEncodingLabel }),
    defaultEncoding: 'UTF-8',
  })
  return decoderOf(encoding).decode(body)
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

/** So that a long page without an end of its head does not hold up the process at once. */
const PIECE = 64 * 1024

/** The first meta tag of each name, and the title, from the head of the page. */
function tagsOf(html: string): Map<string, string> {
  const tags = new Map<string, string>()
  const note = (name: string, words: string) => {
    if (!tags.has(name)) tags.set(name, words.replace(/\s+/g, ' ').trim().toWellFormed())
  }
  /** `title`: the text of the title that is open. */
  const reading = { title: null as string | null, isOver: false }
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      if (tag === 'meta' && content !== undefined) note((property ?? name ?? '').toLowerCase(), content)
      else if (tag === 'title' && !tags.has('title')) reading.title ??= ''
      // Some pages have their tags in the body.
      else if (tag === 'body') reading.isOver = TITLES.some((one) => tags.has(one))
    },
    ontext(text) {
      if (reading.title !== null) reading.title += text
    },
    onclosetag(tag) {
      if (tag !== 'title' || reading.title === null) return
      note('title', reading.title)
      reading.title = null
    },
  })
  for (let at = 0; at < html.length && !reading.isOver; at += PIECE) parser.write(html.slice(at, at + PIECE))
  return tags
}
