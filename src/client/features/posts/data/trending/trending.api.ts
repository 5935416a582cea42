import type { TrendingTagView } from '#contract/posts.ts'
import { api } from '#client/live/http.ts'

/** Hashtags of the last 24 hours, the most used first. */
export const fetchTrending = () => api.get<TrendingTagView[]>('/api/trending')
