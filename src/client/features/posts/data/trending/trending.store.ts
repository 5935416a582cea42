import { useEffect } from 'react'
import { createStore } from '#client/live/create-store.ts'
import type { TrendingTagView } from '#contract/posts.ts'
import { api } from '#client/live/http.ts'
import { firstFetch } from '#client/live/first-fetch.ts'
import { onLive, onResync, type LiveEvent } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'

interface TrendingState {
  /** Hashtags of the last 24 hours, the most used first; null until they are fetched. */
  tags: readonly TrendingTagView[] | null
  failed: boolean
}

const useTrendingStore = createStore<TrendingState>(() => ({ tags: null, failed: false }))

/** The list is fetched at most this often, whatever is posted. */
const THROTTLE_MS = 10_000

/** Number of mounted components that show the list. */
let mounted = 0
let fetchedAt = 0
let timer: ReturnType<typeof setTimeout> | null = null

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

function refreshSoon(): void {
  timer ??= setTimeout(
    () => {
      timer = null
      if (mounted > 0) refreshTrending()
    },
    Math.max(0, fetchedAt + THROTTLE_MS - Date.now()),
  )
}

function onPostCreated({ posts, more }: LiveEvent<'post:created'>): void {
  if (more > 0 || posts.some(({ text }) => text.includes('#'))) refreshSoon()
}

onResync('trending', async () => {
  if (mounted > 0) await load()
})

/** Keeps the list up to date while mounted. `enabled` false: shows what is there and fetches nothing. */
export function useTrendingList(enabled = true): TrendingState {
  useEffect(() => {
    if (!enabled) return undefined
    mounted += 1
    if (Date.now() - fetchedAt > THROTTLE_MS) firstFetch(load)
    const stop = onLive('post:created', (event) => onPostCreated(event))
    return () => {
      mounted -= 1
      stop()
    }
  }, [enabled])
  return useTrendingStore()
}

/** Like `useTrendingList`, and new posts with hashtags refresh the list. */
export function useTrending(): TrendingState {
  useWatchTopic('feed')
  return useTrendingList()
}
