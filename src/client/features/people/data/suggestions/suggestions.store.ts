import { useEffect } from 'react'
import type { SuggestionView } from '#contract/people.ts'
import { followedHere } from '#client/features/people/data/users/users.actions.ts'
import { applyPeople, useKnownPeople } from '#client/features/people/data/users/users.store.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { createStore } from '#client/live/create-store.ts'
import { api } from '#client/live/http.ts'
import { createLiveRead } from '#client/live/live-read.ts'
import { onReset } from '#client/live/registry.ts'

interface SuggestionsState {
  /**
   * In the server's order, by id: how many of the people that the viewer follows follow this person. Null
   * before the first fetch.
   */
  mutual: ReadonlyMap<string, number> | null
  failed: boolean
}

const EMPTY: SuggestionsState = { mutual: null, failed: false }
const useSuggestionsStore = createStore<SuggestionsState>(() => EMPTY)

/** The list is fetched at most this often by pages that show it. */
const THROTTLE_MS = 10_000
/** Number of mounted components that show the list. */
let mounted = 0
let fetchedAt = 0

async function fetchSuggestions(): Promise<void> {
  fetchedAt = Date.now()
  try {
    const people = await api.get<SuggestionView[]>('/api/users/me/suggested')
    applyPeople(people)
    const mutual = withFollowedHere(new Map(people.map(({ id, mutual: count }) => [id, count])))
    useSuggestionsStore.setState({ mutual, failed: false })
  } catch (error) {
    fetchedAt = 0
    useSuggestionsStore.setState({ failed: true })
    throw error
  }
}

/** Nothing moves under a reader who follows one person after the other: these keep their places while they are shown. */
function withFollowedHere(fetched: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const rows = [...fetched]
  ;[...(useSuggestionsStore.getState().mutual ?? [])].forEach((row, at) => {
    if (followedHere.has(row[0]) && !fetched.has(row[0])) rows.splice(at, 0, row)
  })
  return new Map(rows)
}

onReset(() => {
  fetchedAt = 0
  useSuggestionsStore.setState(EMPTY)
})

// A mute, a block, a follow and their ends start a resync too.
const load = createLiveRead('suggestions', () => mounted > 0, fetchSuggestions)

interface Suggestions {
  /** Null before the first fetch. */
  ids: readonly string[] | null
  mutual: (id: string) => number
  failed: boolean
}

/** The suggested people that are not hidden. A person who is followed on this page stays while the list is shown. */
export function useSuggestions(): Suggestions {
  useEffect(() => {
    mounted += 1
    if (Date.now() - fetchedAt > THROTTLE_MS) void load().catch(() => undefined)
    return () => {
      mounted -= 1
      if (mounted === 0) followedHere.clear()
    }
  }, [])
  const { mutual, failed } = useSuggestionsStore()
  const known = useKnownPeople([...(mutual?.keys() ?? [])])
  const changed = useRelations((state) => state.changed)
  return {
    ids: mutual && known.filter((id) => !isHidden(changed.get(id))),
    mutual: (id) => mutual?.get(id) ?? 0,
    failed,
  }
}
