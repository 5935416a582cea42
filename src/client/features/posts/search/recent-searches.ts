import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { browserStorage } from '#client/ui/storage.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/** Searches that are kept. */
const MOST = 6
// The id of the person is in the key: the deletion of the account erases it here as well (live/device-data.ts).
const keyOf = (viewerId: string): string => `royal-flush:searches:${viewerId}`

const NONE: readonly string[] = []
const useStore = createStore<{ searches: readonly string[] }>(() => ({ searches: NONE }))

const textsIn = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string').slice(0, MOST) : null

followViewer((viewerId) =>
  useStore.setState({ searches: browserStorage.readJson(keyOf(viewerId), textsIn) ?? NONE }),
)
onReset(() => useStore.setState({ searches: NONE }))

function store(searches: readonly string[]): void {
  const viewer = currentViewer()
  if (!viewer) return
  useStore.setState({ searches })
  if (searches.length > 0) browserStorage.saveJson(keyOf(viewer.id), searches)
  else browserStorage.remove(keyOf(viewer.id))
}

/** What the viewer searched for last in this browser, newest first. Nothing is kept of visitors. */
export function useRecentSearches(): readonly string[] {
  const { searches } = useStore()
  return useHydrating() ? NONE : searches
}

export function rememberSearch(text: string): void {
  const others = useStore.getState().searches.filter((one) => one.toLowerCase() !== text.toLowerCase())
  store([text, ...others].slice(0, MOST))
}

export const forgetSearches = (): void => store(NONE)
