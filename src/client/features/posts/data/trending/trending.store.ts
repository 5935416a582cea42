import { createStore } from '#client/live/create-store.ts'
import type { TrendingTagView } from '#contract/posts.ts'

interface TrendingState {
  /** As last counted, the most used first; null while nobody has asked. */
  tags: readonly TrendingTagView[] | null
  failed: boolean
}

export const useTrendingStore = createStore<TrendingState>(() => ({ tags: null, failed: false }))
