import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'

/** What stands between the viewer and a person: `blocked` by whichever of the two. */
export interface Relation {
  muted: boolean
  blocked: boolean
}

/**
 * People whose relation has changed in the life of one page; the ones that came first go first (LIVE L17).
 */
const MOST = 1000

/**
 * What has changed since the page was opened, by person, read over what the server answered before: a record
 * of somebody who is hidden now stays where it is, and shows again when they are met again.
 */
export const useRelations = createStore<{ changed: ReadonlyMap<string, Relation> }>(() => ({
  changed: new Map(),
}))

export const relationTo = (personId: string): Relation | undefined =>
  useRelations.getState().changed.get(personId)

export const takeRelation = (personId: string, { muted, blocked }: Relation): void =>
  useRelations.setState(({ changed }) => ({
    changed: new Map([...new Map(changed).set(personId, { muted, blocked })].slice(-MOST)),
  }))

export const isHidden = (relation: Relation | undefined): boolean =>
  relation !== undefined && (relation.muted || relation.blocked)

onReset(() => useRelations.setState({ changed: new Map() }))
