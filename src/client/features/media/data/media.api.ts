import type { UploadView } from '#contract/media.ts'
import { api } from '#client/live/http.ts'

/** The viewer's own upload, with the progress of its processing. */
export const fetchUpload = (id: string) => api.get<UploadView>(`/api/media/${id}`)

/** Deletes an unused upload. */
export const deleteUpload = (id: string) => api.delete<void>(`/api/media/${id}`)
