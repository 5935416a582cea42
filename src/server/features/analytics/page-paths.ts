import type { PageKind } from '#contract/analytics.ts'
import { fixedPaths } from '#contract/site.page-titles.ts'

/** All unknown paths count as this one, so that made-up paths create no rows (LIVE L17). */
export const OTHER_PAGE = 'other'

const PAGES: ReadonlySet<string> = new Set(fixedPaths())

// Share links count as the page they lead to (DECISIONS row 2).
const PATTERNS: readonly [RegExp, (part: string) => string][] = [
  [/^\/(?:p|post)\/([0-9a-f]{24})$/, (id) => `/p/${id}`],
  [/^\/(?:u|profile)\/(\w{3,30})$/, (handle) => `/u/${handle.toLowerCase()}`],
  [/^\/blog\/([a-z0-9-]{1,100})$/, (slug) => `/blog/${slug}`],
  [/^\/blog-admin\/(decree)$/, (editor) => `/blog-admin/${editor}`],
]

/** The counted page of a path: '' for the homepage, 'other' for an unknown one. Queries are never stored. */
export function pageOf(path: string): string {
  const plain = path.split(/[?#]/, 1)[0]!.replace(/\/$/, '')
  if (plain === '' || PAGES.has(plain)) return plain
  for (const [pattern, page] of PATTERNS) {
    const part = pattern.exec(plain)?.[1]
    if (part) return page(part)
  }
  return OTHER_PAGE
}

const KINDS: readonly [RegExp, PageKind][] = [
  [/^$/, 'home'],
  [/^\/feed$/, 'feed'],
  [/^\/p\//, 'post'],
  [/^\/u\//, 'profile'],
  [/^\/blog\//, 'decree'],
  [/^\/blog$/, 'blog'],
  [/^\/search$/, 'search'],
  [/^\/messages$/, 'messages'],
  [/^\/(?:login|register|forgot-password|reset-password|confirm-email|forgot-username)$/, 'door'],
  [/^\/(?:profile|activity|notifications|settings|compose|privacy-settings)$/, 'own'],
  [/^\/(?:admin|analytics|shared-figures|blog-admin(?:\/decree)?|ai-monitor|sewer-map)$/, 'staff'],
]

/** The kind of a page: all that is shown of a person's reading. The site's other pages are texts. */
export const kindOfPage = (page: string): PageKind =>
  KINDS.find(([pattern]) => pattern.test(page))?.[1] ?? (PAGES.has(page) ? 'legal' : 'other')

/** The post of a page; null for other pages. */
export const postOfPage = (page: string): string | null => /^\/p\/([0-9a-f]{24})$/.exec(page)?.[1] ?? null
