import type { LiveEvent } from '#client/live/registry.ts'
import { buryWaiting, takeWaiting } from './waiting.store.ts'

export const onWaitingAdded = ({ waiting }: LiveEvent<'waiting:added'>): void => takeWaiting(waiting)

export const onWaitingDeleted = (tombstone: LiveEvent<'waiting:deleted'>): void => buryWaiting(tombstone)
