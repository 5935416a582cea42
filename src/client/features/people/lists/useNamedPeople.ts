import { useQuery } from '@tanstack/react-query'
import type { UserListItem } from '#contract/people.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { fetchPeople } from '#client/features/people/data/users/users.actions.ts'
import { applyPeople } from '#client/features/people/data/users/users.store.ts'
import { usePaused } from '#client/ui/use-paused.ts'

/** People by a name count as fresh this long (product section 9, search), ms. */
const FRESH = 120_000

const NOBODY: readonly UserListItem[] = []

/**
 * The first people by a name that is being typed: the answer for the newest text, or the last one until that is
 * here.
 */
export function useNamedPeople(typed: string): readonly UserListItem[] {
  const viewerId = useViewer()?.id ?? null
  const words = usePaused(typed.trim())
  const { data } = useQuery({
    queryKey: ['people', viewerId, 'named', words],
    queryFn: async ({ signal }) => {
      const found = await fetchPeople(words, undefined, signal)
      applyPeople(found)
      return found
    },
    enabled: words !== '',
    staleTime: FRESH,
    placeholderData: (before) => before,
  })
  return words === '' ? NOBODY : (data ?? NOBODY)
}
