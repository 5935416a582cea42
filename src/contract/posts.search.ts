import { LIMITS } from './limits.ts'

// Without schemas: the search page reads its box with it.

/** What narrows a search of posts; written among its words ('paper from:ann has:media'). */
export interface SearchFilters {
  /** The author's handle, in lower case. */
  from?: string
  /** Only days before this one, YYYY-MM-DD in UTC. */
  before?: string
  /** Only days after this one. */
  after?: string
  /** Only with a picture or a video. */
  media?: true
}

export interface Search {
  /** What is left of the text without the filters. */
  words: string
  filters: SearchFilters
  /** Whether there is a filter, right or wrong. */
  isNarrowed: boolean
  /** What is wrong with a filter, in one sentence; null when nothing is. */
  fault: string | null
}

/** One of each; of several the last one counts. */
export const SEARCH_OPERATORS = ['from', 'before', 'after', 'has'] as const
type Operator = (typeof SEARCH_OPERATORS)[number]

const FILTER = new RegExp(`^(${SEARCH_OPERATORS.join('|')}):(.*)$`, 'i')
const HANDLE = new RegExp(`^@?([a-z0-9_]{1,${LIMITS.handleMax}})$`)

/** Reads the text of a search: filters are pieces like 'from:ann', everything else is words. */
export function parseSearch(text: string): Search {
  const words: string[] = []
  const search: Search = { words: '', filters: {}, isNarrowed: false, fault: null }
  for (const piece of text.split(/\s+/).filter(Boolean)) {
    const [, operator, value] = FILTER.exec(piece) ?? []
    if (operator === undefined) {
      words.push(piece)
      continue
    }
    search.isNarrowed = true
    const read = READERS[operator.toLowerCase() as Operator](value!.toLowerCase())
    if (typeof read === 'string') search.fault ??= read
    else Object.assign(search.filters, read)
  }
  return { ...search, words: words.join(' ') }
}

/** A filter, or the sentence that says what is wrong. */
const READERS: Record<Operator, (value: string) => SearchFilters | string> = {
  from(value) {
    const handle = HANDLE.exec(value)?.[1]
    return handle ? { from: handle } : 'Write a handle after from:, for example from:ann.'
  },
  before: (value) => (isDay(value) ? { before: value } : faultOfDay('before')),
  after: (value) => (isDay(value) ? { after: value } : faultOfDay('after')),
  has: (value) =>
    value === 'media' ? { media: true } : 'After has: you can only write media, as in has:media.',
}

const faultOfDay = (operator: Operator): string =>
  `Write a day after ${operator}:, for example ${operator}:2026-11-23.`

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  // The 31st of February would be a day in March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

const DAY_MS = 24 * 60 * 60_000
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The moments of a search, epoch ms: posts from `since` on that are older than `until`. */
export const momentsOf = ({
  before,
  after,
}: SearchFilters): { since: number | null; until: number | null } => ({
  since: after === undefined ? null : startOf(after) + DAY_MS,
  until: before === undefined ? null : startOf(before),
})
