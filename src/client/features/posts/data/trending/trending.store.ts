import { useEffect } from 'react'
import { createStore } from '#client/live/create-store.ts'
import type { TrendingTagView } from '#contract/posts.ts'
import { api } from '#client/live/http.ts'
import { onResync, type LiveEvent } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'

interface TrendingState {
  /** Hashtags of the last 24 hours, the most used first; null until they are fetched. */
  tags: readonly TrendingTagView[] | null
  failed: boolean
}

const useTrendingStore = createStore<TrendingState>(() => ({ tags: null, failed: false }))

/** The list is fetched at most this often, however often it is shown. */
const THROTTLE_MS = 10_000

/** Number of mounted components that show the list. */
let mounted = 0
let fetchedAt = 0

async function load(): Promise<void> {
  fetchedAt = Date.now()
  try {
    useTrendingStore.setState({ tags: await api.get<TrendingTagView[]>('/api/trending'), failed: false })
  } catch (error) {
    useTrendingStore.setState({ failed: true })
    throw error
  }
}

/** The hashtags of the day that begin so, the most used first. Throws ApiError. */
export const fetchTagsFrom = (start: string, signal: AbortSignal): Promise<TrendingTagView[]> =>
  api.get<TrendingTagView[]>('/api/trending', { q: start || null }, signal)

/** Fetches the list. When it fails, the next resync or the reader's retry fetches it. */
export const refreshTrending = (): void => void load().catch(() => undefined)

export const onTrendingUpdated = ({ tags }: LiveEvent<'trending:updated'>): void =>
  useTrendingStore.setState({ tags, failed: false })

// After `ready` the list comes with the subscription.
onResync('trending', async ({ reason }) => {
  if (mounted > 0 && reason !== 'ready') await load()
})

/**
 * Keeps the list up to date while mounted: it is pushed, first when the subscription begins. `enabled` false: shows
 * what is there.
 */
export function useTrending(enabled = true): TrendingState {
  useEffect(() => {
    if (!enabled) return undefined
    mounted += 1
    if (Date.now() - fetchedAt > THROTTLE_MS) refreshTrending()
    return () => {
      mounted -= 1
    }
  }, [enabled])
  useWatchTopic(enabled ? 'trends' : null)
  return useTrendingStore()
}
