import type { HeldWritingView } from '#contract/moderation.ts'
import { createRows } from './rows.store.ts'

/** What the spam protection did not let through. */
export const queuedRows = createRows<HeldWritingView>()
