import type { RelationStatusView } from '#contract/people.ts'
import { api } from '#client/live/http.ts'
import { applyRelation, relationTo } from './relations.store.ts'

/** mute: the person's posts and comments are hidden. block: both people are hidden from each other. */
export type RelationKind = 'mute' | 'block'

/** Mutes or blocks a person: what they wrote leaves the screen. Throws ApiError. */
export const hide = (personId: string, kind: RelationKind): Promise<void> =>
  write(personId, () => api.post(`/api/users/${personId}/${kind}`))

/** Ends a mute or block: what they wrote shows again where it was. Throws ApiError. */
export const unhide = (personId: string, kind: RelationKind): Promise<void> =>
  write(personId, () => api.delete(`/api/users/${personId}/${kind}`))

async function write(personId: string, call: () => Promise<RelationStatusView>): Promise<void> {
  const before = relationTo(personId)
  const answer = await call()
  // A push that arrived meanwhile also knows about the other person's block.
  if (relationTo(personId) === before) applyRelation(personId, answer)
}
