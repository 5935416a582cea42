import { create } from 'zustand'
import type { TrendingTagView } from '#contract/posts.ts'

interface TrendingState {
  /** As last counted, the most used first; null while nobody has asked. */
  tags: readonly TrendingTagView[] | null
  failed: boolean
}

export const useTrendingStore = create<TrendingState>(() => ({ tags: null, failed: false }))
