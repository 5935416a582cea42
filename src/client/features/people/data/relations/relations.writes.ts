import type { RelationStatusView } from '#contract/people.ts'
import { api } from '#client/live/http.ts'
import { meet } from './relations.live.ts'
import { relationTo } from './relations.store.ts'

/** mute: their posts and comments are left out. block: neither meets anything of the other. */
export type RelationKind = 'mute' | 'block'

/** Mutes or blocks somebody: what they wrote leaves the screen. Throws ApiError. */
export const hide = (personId: string, kind: RelationKind): Promise<void> =>
  write(personId, () => api.post(`/api/users/${personId}/${kind}`))

/** Takes it back: what they wrote stands where it stood. Throws ApiError. */
export const unhide = (personId: string, kind: RelationKind): Promise<void> =>
  write(personId, () => api.delete(`/api/users/${personId}/${kind}`))

async function write(personId: string, call: () => Promise<RelationStatusView>): Promise<void> {
  const before = relationTo(personId)
  const answer = await call()
  // A push that came meanwhile knows of the other one's block too.
  if (relationTo(personId) === before) meet(personId, answer)
}
