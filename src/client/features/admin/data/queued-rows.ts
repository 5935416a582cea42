import type { HeldWritingView } from '#contract/moderation.ts'
import { createRows } from '#client/live/rows.ts'

/** Texts that the spam protection queued or refused. */
export const queuedRows = createRows<HeldWritingView>()
