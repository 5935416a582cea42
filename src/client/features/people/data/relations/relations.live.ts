import type { LiveEvent } from '#client/live/registry.ts'
import { applyRelation } from './relations.store.ts'

/** A mute or block began or ended, in any tab and by either of the two people (LIVE L19). */
export const onRelationUpdated = ({ personId, ...now }: LiveEvent<'relation:updated'>): void =>
  applyRelation(personId, now)
