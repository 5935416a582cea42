import type { HeldWritingView } from '#contract/moderation.ts'
import { onLive, onReset } from '#client/live/registry.ts'
import { createRows } from './rows.store.ts'

/** What the spam protection did not let through. */
export const heldRows = createRows<HeldWritingView>()

onLive('held:added', ({ held }) => heldRows.push(held))
onLive('held:deleted', heldRows.bury)
onReset(heldRows.forget)
