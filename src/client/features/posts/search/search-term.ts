import { LIMITS } from '#contract/limits.ts'

/** What is looked for: words, or a hashtag without its sign. */
export type SearchTerm = { kind: 'words' | 'tag'; words: string }

/** How long typing rests before it is searched for, in ms. */
export const DEBOUNCE = 300

/** What a typed text asks for; null when it is blank, which searches nothing (product section 5). */
export function termOf(typed: string): SearchTerm | null {
  // An address may hold more than the box takes.
  const words = typed.slice(0, LIMITS.searchQuery).trim()
  const isTag = words.startsWith('#')
  const bare = isTag ? words.replace(/^#+/, '').trim() : words
  return bare === '' ? null : { kind: isTag ? 'tag' : 'words', words: bare }
}

/** The same as the address says it: ?tag= before ?q= (product section 2). */
export function termIn(params: URLSearchParams): SearchTerm | null {
  const tag = params.get('tag')
  return tag === null ? termOf(params.get('q') ?? '') : termOf(`#${tag}`)
}

/** As it stands in the box. */
export const textOf = (term: SearchTerm | null): string =>
  term === null ? '' : term.kind === 'tag' ? `#${term.words}` : term.words

/** As it stands in the address, with the tab that is open. */
export function paramsOf(term: SearchTerm | null, tab: string | null): URLSearchParams {
  const params = new URLSearchParams()
  if (term) params.set(term.kind === 'tag' ? 'tag' : 'q', term.words)
  if (tab === 'users') params.set('tab', tab)
  return params
}
