import type { HeldReceipt } from '#contract/moderation.ts'
import { applyWaiting } from '#client/features/moderation/data/waiting.store.ts'
import { toast } from '#client/ui/toast.ts'

/** Adds a post or comment to the viewer's list of those that wait for review, and shows a toast. */
export function tellItWaits({ held, message }: HeldReceipt): void {
  applyWaiting(held)
  toast({ title: 'Waiting for the guards', description: message })
}
