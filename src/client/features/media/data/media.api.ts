import type { UploadView } from '#contract/media.ts'
import { api } from '#client/live/http.ts'

/** One's own upload, and how far its processing is. */
export const fetchUpload = (id: string) => api.get<UploadView>(`/api/media/${id}`)

/** Takes back an upload that nothing uses. */
export const deleteUpload = (id: string) => api.delete<void>(`/api/media/${id}`)
