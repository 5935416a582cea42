import { compiler, RuleType, type MarkdownToJSX } from 'markdown-to-jsx/html'
import sanitizeHtml from 'sanitize-html'
import type { Attributes, IOptions } from 'sanitize-html'
import { UNSPACED } from '#contract/letters.ts'
import { webAddresses } from '#contract/web-addresses.ts'
import { escaped } from '#server/platform/markup.ts'

/**
 * The sanitised HTML of an article's Markdown. HTML inside the Markdown stays visible text, URLs that run
 * code are removed, and a picture from another site becomes a link (SECURITY, Headers). The longest article takes long:
 * `renderedHtml` calls it in a thread of its own.
 */
export function htmlOf(markdown: string): string {
  const compiled = compiler(withEdges(markdown), {
    disableParsingRawHTML: true,
    forceBlock: true,
    wrapper: null,
    renderRule: (next, node) => (node.type === RuleType.link ? linkWithTail(node, next) : next()),
  })
  // CSS keeps the line breaks of paragraphs: a newline after <br> would count twice.
  return sanitizeHtml(compiled, ALLOWED).replaceAll(EDGE, '').replaceAll('<br />\n', '<br />')
}

/** Stands for a letter. No text has it: it is no character. */
const EDGE = '\ufdd0'
const SIGN = String.raw`(?!\p{ASCII})[\p{P}\p{S}]`
const OPENING = new RegExp(String.raw`(?<=[${UNSPACED}])(\*{1,3})(?=${SIGN})`, 'gu')
const CLOSING = new RegExp(String.raw`(?<=${SIGN})(\*{1,3})(?=[${UNSPACED}])`, 'gu')

/**
 * Markdown takes stars between a sign and a letter for no emphasis. In scripts without spaces they are one:
 * '**「強調」**です'.
 */
const withEdges = (markdown: string): string =>
  markdown.replace(OPENING, `$1${EDGE}`).replace(CLOSING, `${EDGE}$1`)

/** A bare address ends where those of posts do; Markdown's own rule takes the sentence behind it as well. */
function linkWithTail(node: MarkdownToJSX.LinkNode, next: () => string): string {
  const [child] = node.children
  const text = child?.type === RuleType.text ? child.text : ''
  const [address] = webAddresses(text)
  if (!node.target?.endsWith(text) || address?.index !== 0 || address.text === text) return next()
  node.target = address.href
  node.children = [{ type: RuleType.text, text: address.text }]
  return next() + escaped(text.slice(address.text.length))
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
    // Headings and footnotes have ids, so that an article can link to them.
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
    // The page has its own h1.
    h1: 'h2',
    a: (_tag, { href, title }) => ({
      tagName: 'a',
      attribs: { ...(href && { href }), ...(title && { title }), ...OUTSIDE_LINK },
    }),
    img: picture,
  },
}
