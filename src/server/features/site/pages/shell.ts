import type { PageData } from '#contract/site.first-page.ts'
import type { Head } from './head.ts'
import { headMarkup } from './head.ts'
import { dataBlock } from './page-data.ts'

export type Reader = 'visitor' | 'member' | 'nobody'

interface Parts {
  head: Head
  root: string
  /**
   * Whom it is drawn for. visitor: it came without a session cookie, and nobody has to be asked who is here.
   * member: the text is the person's own. Both have their text before any script. nobody: who is here is to
   * be asked, the room is empty.
   */
  reader: Reader
  /** What the browser hydrates it from; null where there is nothing to hydrate. */
  data: PageData | null
  /** Addresses of scripts that will be needed. */
  code: readonly string[]
}

/** The built index.html, taken apart where a page's own words go. */
export interface Shell {
  /** The whole document. */
  compose(parts: Parts): string
}

const HTML = '<html lang="en">'
/** Type of scripts, and relation of preloads, that first.js starts once the text is painted. */
const LATER = 'later'
const WORDS = /<!--words-->[^]*<!--\/words-->/
const ROOT = '<div id="root"></div>'

const preload = (file: string, rel: string): string => `\n    <link rel="${rel}" crossorigin href="${file}">`

/** Throws where index.html has lost one of its places. */
export function readShell(html: string): Shell {
  for (const place of [HTML, ROOT])
    if (!html.includes(place)) throw new Error(`index.html has lost its ${place}`)
  if (!WORDS.test(html)) throw new Error('index.html has lost its <!--words-->')
  // Where there is something to read, sheet and fonts have the line for themselves until it is on the screen.
  const quiet = html.replace(/(?<=<script type=")module|(?<=<link rel=")modulepreload/g, LATER)
  return {
    // Functions, because a text may hold '$&'.
    compose: ({ head, root, reader, data, code }) => {
      const hasText = reader !== 'nobody'
      return (hasText ? quiet : html)
        .replace(ROOT, () => `<div id="root">${root}</div>${data ? dataBlock(data) : ''}`)
        .replace(
          WORDS,
          () =>
            `${headMarkup(head)}${code.map((file) => preload(file, hasText ? LATER : 'modulepreload')).join('')}`,
        )
        .replace(HTML, () => (hasText ? `<html lang="en" data-${reader}>` : HTML))
    },
  }
}
