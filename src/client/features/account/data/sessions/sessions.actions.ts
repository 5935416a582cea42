import { api } from '#client/live/http.ts'

/** Ends one of the viewer's sessions; a push changes the list. Throws ApiError. */
export const endSession = (id: string) => api.delete<undefined>(`/api/auth/sessions/${id}`)

/** Ends all of the viewer's sessions but this one. Throws ApiError. */
export const endOtherSessions = () => api.delete<undefined>('/api/auth/sessions')
