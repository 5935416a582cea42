import { createStore } from '#client/live/create-store.ts'
import type { Tombstone } from '#contract/events.ts'
import type { WaitingView } from '#contract/moderation.ts'
import { onReset } from '#client/live/registry.ts'
import { createGraveyard } from '#client/live/records.ts'

/** Posts and comments of one's own that wait for an admin, by id. */
interface WaitingState {
  records: ReadonlyMap<string, WaitingView>
}

export const useWaitingStore = createStore<WaitingState>(() => ({ records: new Map() }))

const graves = createGraveyard(100)
const held = () => useWaitingStore.getState().records

export function takeWaiting(waiting: WaitingView): void {
  if (!graves.isGone(waiting)) useWaitingStore.setState({ records: new Map(held()).set(waiting.id, waiting) })
}

/**
 * Replaces the list by a fetched one. `before`: the ids held when the fetch began; records pushed since then
 * stay.
 */
export function takeWaitingList(list: readonly WaitingView[], before: ReadonlySet<string>): void {
  const pushed = [...held().values()].filter(({ id }) => !before.has(id))
  const fresh = list.filter((waiting) => !graves.isGone(waiting))
  useWaitingStore.setState({
    records: new Map([...fresh, ...pushed].map((waiting) => [waiting.id, waiting])),
  })
}

export function buryWaiting(tombstone: Tombstone): void {
  graves.bury(tombstone)
  const rest = new Map(held())
  if (rest.delete(tombstone.id)) useWaitingStore.setState({ records: rest })
}

onReset(() => {
  graves.clear()
  useWaitingStore.setState({ records: new Map() })
})
