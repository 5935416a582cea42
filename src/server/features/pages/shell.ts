import type { Head } from './head.ts'
import { headMarkup } from './head.ts'

/** The built index.html, taken apart where a page's own words go. */
export interface Shell {
  /** The whole document. `visitor`: it came without a session cookie, so nobody has to be asked who is here. */
  compose(parts: { head: Head; root: string; visitor: boolean }): string
}

const HTML = '<html lang="en">'
const WORDS = /<!--words-->[^]*<!--\/words-->/
const ROOT = '<div id="root"></div>'

/** Throws where index.html has lost one of its places. */
export function readShell(html: string): Shell {
  for (const place of [HTML, ROOT]) if (!html.includes(place)) throw new Error(`index.html has lost its ${place}`)
  if (!WORDS.test(html)) throw new Error('index.html has lost its <!--words-->')
  return {
    // Functions, because a text may hold '$&'.
    compose: ({ head, root, visitor }) =>
      html
        .replace(ROOT, () => `<div id="root">${root}</div>`)
        .replace(WORDS, () => headMarkup(head))
        .replace(HTML, () => (visitor ? '<html lang="en" data-visitor>' : HTML)),
  }
}
