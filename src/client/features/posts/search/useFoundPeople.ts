import { fetchPeople } from '#client/features/people/data/users/users.api.ts'
import { usePeoplePages } from '#client/features/people/lists/usePeoplePages.ts'

/** What a search finds is fresh for two minutes (product section 9). ms. */
const FRESH = 120_000

/** The people a search finds, 20 a page. */
export const useFoundPeople = (words: string) =>
  usePeoplePages({
    name: 'found people',
    of: words,
    fetchPage: (cursor, signal) => fetchPeople(words, cursor, signal),
    fresh: FRESH,
  })
