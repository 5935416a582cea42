import { LRUCache } from 'lru-cache'
import { compiler } from 'markdown-to-jsx/html'
import sanitizeHtml from 'sanitize-html'
import type { Attributes, IOptions } from 'sanitize-html'

/** Markdown and HTML kept in memory, in UTF-16 units. */
const CACHE_SIZE = 8_000_000

const cache = new LRUCache<string, string>({
  maxSize: CACHE_SIZE,
  sizeCalculation: (html, markdown) => html.length + markdown.length + 1,
})

/**
 * The sanitised HTML of a decree's Markdown. HTML that is written in the Markdown stays visible text, addresses
 * that run code are removed, and a picture from another site becomes a link to it (SECURITY, Headers). The
 * result is cached by the Markdown itself.
 */
export function htmlOf(markdown: string): string {
  const cached = cache.get(markdown)
  if (cached !== undefined) return cached
  const compiled = compiler(markdown, { disableParsingRawHTML: true, forceBlock: true, wrapper: null })
  // Paragraphs keep their line breaks by style: one behind a <br> would count twice.
  const html = sanitizeHtml(compiled, ALLOWED).replaceAll('<br />\n', '<br />')
  cache.set(markdown, html)
  return html
}

const OUTSIDE_LINK = { rel: 'nofollow noopener', target: '_blank' }

/** A path on this site: one slash, not two, and no backslash, which browsers read as a slash. */
const OWN_PATH = /^\/(?![/\\])/

const picture = (_tag: string, { src, alt = '', title }: Attributes) => {
  if (!src) return { tagName: 'span', attribs: {}, text: alt }
  if (!OWN_PATH.test(src)) return { tagName: 'a', attribs: { href: src, ...OUTSIDE_LINK }, text: alt || src }
  return { tagName: 'img', attribs: { src, alt, ...(title && { title }), loading: 'lazy' } }
}

const BLOCKS = [
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'blockquote',
  'ul',
  'ol',
  'li',
  'pre',
  'hr',
  'header',
  'footer',
  'div',
]
const TABLES = ['table', 'thead', 'tbody', 'tr', 'th', 'td']
const INLINE = ['strong', 'em', 'del', 'mark', 'code', 'sup', 'span', 'a', 'img', 'input', 'br']

const ALLOWED: IOptions = {
  allowedTags: [...BLOCKS, ...TABLES, ...INLINE],
  allowedAttributes: {
    // Headings and footnotes are named, so that a decree can link to them.
    ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6', 'div'].map((tag) => [tag, ['id']])),
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'loading'],
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: {
    // The page has its own heading of the first level.
    h1: 'h2',
    a: (_tag, { href, title }) => ({
      tagName: 'a',
      attribs: { ...(href && { href }), ...(title && { title }), ...OUTSIDE_LINK },
    }),
    img: picture,
  },
}
