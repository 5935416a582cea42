import type { WaitingView } from '#contract/moderation.ts'
import { createCollection } from '#client/live/collection.ts'
import type { LiveEvent } from '#client/live/registry.ts'

/** The viewer's own posts and comments that wait for review. */
const waiting = createCollection<WaitingView>({ limit: 500 })

export const useWaitingStore = waiting.use
export const waitingIds = (): ReadonlySet<string> => new Set(waiting.records().keys())

export const applyWaiting = (view: WaitingView): void => waiting.apply([view])
export const markWaitingDeleted = waiting.markDeleted

/** Replaces the list by a fetched one. `before`: the ids when the fetch began; those pushed since then stay. */
export function replaceWaiting(list: readonly WaitingView[], before: ReadonlySet<string>): void {
  waiting.remove(before)
  waiting.apply(list)
}

export const onWaitingAdded = ({ waiting }: LiveEvent<'waiting:added'>): void => applyWaiting(waiting)

export const onWaitingDeleted = (tombstone: LiveEvent<'waiting:deleted'>): void =>
  markWaitingDeleted(tombstone)
