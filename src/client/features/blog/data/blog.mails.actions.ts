import type { RecoveryView } from '#contract/account.ts'
import type { BlogMailsView } from '#contract/blog.mails.ts'
import { api } from '#client/live/http.ts'

// All throw ApiError.

export const fetchBlogMails = (signal?: AbortSignal) =>
  api.get<BlogMailsView>('/api/blog/mails', undefined, signal)

export const switchBlogMails = (subscribed: boolean) =>
  api.put<BlogMailsView>('/api/blog/mails', { subscribed })

export const askForArticles = (email: string) => api.post<RecoveryView>('/api/blog/mails/ask', { email })

export const confirmArticles = (token: string) => api.post<RecoveryView>('/api/blog/mails/confirm', { token })

export const endArticles = (token: string) =>
  api.post<RecoveryView>(`/api/blog/mails/end/${encodeURIComponent(token)}`)
