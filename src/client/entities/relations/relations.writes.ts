import type { RelationStatusView } from '#contract/users.ts'
import { api } from '#client/live/http.ts'

/** mute: their posts and comments are left out. block: neither meets anything of the other. */
export type RelationKind = 'mute' | 'block'

export const postRelation = (userId: string, kind: RelationKind) => api.post<RelationStatusView>(`/api/users/${userId}/${kind}`)
export const deleteRelation = (userId: string, kind: RelationKind) => api.delete<RelationStatusView>(`/api/users/${userId}/${kind}`)
