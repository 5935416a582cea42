import { useEffect } from 'react'
import type { TrendingTagView } from '#contract/posts.ts'
import { onLive, onResync } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'
import { fetchTrending } from './trending.api.ts'
import { useTrendingStore } from './trending.store.ts'

/** The list is asked for again at most this often, however much is posted. ms. */
const GAP = 10_000

/** Places that show it. */
let shown = 0
let askedAt = 0
let waiting: ReturnType<typeof setTimeout> | null = null

async function load(): Promise<void> {
  askedAt = Date.now()
  try {
    useTrendingStore.setState({ tags: await fetchTrending(), failed: false })
  } catch (error) {
    useTrendingStore.setState({ failed: true })
    throw error
  }
}

/** Asks for the list; when it fails, the next resync or the reader's own retry does it. */
export const refreshTrending = (): void => void load().catch(() => undefined)

/** Something tagged was posted: one question answers for all that come within the gap. */
function refreshSoon(): void {
  if (shown === 0 || waiting) return
  waiting = setTimeout(
    () => {
      waiting = null
      if (shown > 0) refreshTrending()
    },
    Math.max(0, askedAt + GAP - Date.now()),
  )
}

onLive('post:created', ({ posts, more }) => {
  if (more > 0 || posts.some(({ text }) => text.includes('#'))) refreshSoon()
})
onResync('trending', async () => {
  if (shown > 0) await load()
})

/** Keeps what trends on screen: null while it is under way. Not `awake`: nothing is asked for. */
export function useTrendingList(awake = true): { tags: readonly TrendingTagView[] | null; failed: boolean } {
  useEffect(() => {
    if (!awake) return undefined
    shown += 1
    if (Date.now() - askedAt > GAP) refreshTrending()
    return () => void (shown -= 1)
  }, [awake])
  return useTrendingStore()
}

/** The same, and new tagged posts set off a new count, at a pace that nobody has to hurry after. */
export function useTrending() {
  useWatchTopic('feed')
  return useTrendingList()
}
