import type { LiveEvent } from '#client/live/registry.ts'
import { markWaitingDeleted, applyWaiting } from './waiting.store.ts'

export const onWaitingAdded = ({ waiting }: LiveEvent<'waiting:added'>): void => applyWaiting(waiting)

export const onWaitingDeleted = (tombstone: LiveEvent<'waiting:deleted'>): void =>
  markWaitingDeleted(tombstone)
