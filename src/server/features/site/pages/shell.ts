import { GOOGLE_TAG_META } from '#contract/analytics.events.ts'
import type { PageData } from '#contract/site.first-page.ts'
import type { DocumentHead } from './head.ts'
import { headMarkup } from './head.ts'
import { dataBlock } from './page-data.ts'

interface Parts {
  head: DocumentHead
  root: string
  /** The reader it is rendered for. unknown: the page asks who is signed in. */
  reader: 'visitor' | 'member' | 'unknown'
  /** `root` can be read before any script runs. */
  hasContent: boolean
  /** What the page starts from; null when its reader is unknown. */
  data: PageData | null
  /** Id of Google's tag, for a reader who has consented; null for all others. */
  googleTag: string | null
  /** Addresses of scripts to load. */
  code: readonly string[]
}

/** The built index.html, split where the content of a page goes. */
export interface DocumentShell {
  /** The complete document. */
  compose(parts: Parts): string
}

const HTML = '<html lang="en">'
/** Type of scripts, and relation of preloads, that first.js starts once the text is painted. */
const LATER = 'later'
const WORDS = /<!--words-->[^]*<!--\/words-->/
const ROOT = '<div id="root"></div>'

const preload = (file: string, rel: string): string => `\n    <link rel="${rel}" crossorigin href="${file}">`

/** Throws when index.html lacks one of its markers. */
export function parseShell(html: string): DocumentShell {
  for (const place of [HTML, ROOT])
    if (!html.includes(place)) throw new Error(`index.html has lost its ${place}`)
  if (!WORDS.test(html)) throw new Error('index.html has lost its <!--words-->')
  // Where there is content, only style sheet and fonts load until it is painted.
  const quiet = html.replace(/(?<=<script type=")module|(?<=<link rel=")modulepreload/g, LATER)
  return {
    // Functions as replacements, because a text may contain '$&'.
    compose: ({ head, root, reader, hasContent, data, googleTag, code }) => {
      const tag = googleTag ? `\n    <meta name="${GOOGLE_TAG_META}" content="${googleTag}" />` : ''
      const preloads = code.map((file) => preload(file, hasContent ? LATER : 'modulepreload')).join('')
      return (hasContent ? quiet : html)
        .replace(ROOT, () => `<div id="root">${root}</div>${data ? dataBlock(data) : ''}`)
        .replace(WORDS, () => `${headMarkup(head)}${tag}${preloads}`)
        .replace(HTML, () => `<html lang="en" data-${reader}>`)
    },
  }
}
