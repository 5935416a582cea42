import { parseSearch } from '#contract/posts.search.ts'
import { LIMITS } from '#contract/limits.ts'

/** The searched words, or a hashtag without its sign. */
export type SearchTerm = { kind: 'words' | 'tag'; words: string }

/** Pause in typing before the search starts, in ms. */
export const DEBOUNCE = 300

/** The search term of a typed text; null when it is blank (product section 5). */
export function termOf(typed: string): SearchTerm | null {
  // The address may be longer than the input allows.
  const words = typed.slice(0, LIMITS.searchQuery).trim()
  // A hashtag with a filter is words: they find the tag as well.
  const isTag = /^[#＃]/.test(words) && !parseSearch(words).isNarrowed
  const bare = isTag ? words.replace(/^[#＃]+/, '').trim() : words
  return bare === '' ? null : { kind: isTag ? 'tag' : 'words', words: bare }
}

/** The search term of an address: ?tag= before ?q= (product section 2). */
export function termIn(params: URLSearchParams): SearchTerm | null {
  const tag = params.get('tag')
  return tag === null ? termOf(params.get('q') ?? '') : termOf(`#${tag}`)
}

/** The term as text of the box. */
export const textOf = (term: SearchTerm | null): string =>
  term === null ? '' : term.kind === 'tag' ? `#${term.words}` : term.words

/** The term as query parameters, with the open tab and the order of posts. */
export function paramsOf(
  term: SearchTerm | null,
  tab: string | null,
  sort: string | null = null,
): URLSearchParams {
  const params = new URLSearchParams()
  if (term) params.set(term.kind === 'tag' ? 'tag' : 'q', term.words)
  if (tab === 'users' || tab === 'posts') params.set('tab', tab)
  if (sort === 'top') params.set('sort', sort)
  return params
}
