import type { HeldReceipt } from '#contract/moderation.ts'
import { applyWaiting } from '#client/features/moderation/data/waiting.store.ts'
import type { ToastInput } from '#client/ui/toast.ts'

/** Adds a post or comment to the viewer's list of those that wait for review, and returns the toast for it. */
export function waitingToast({ held, message }: HeldReceipt): ToastInput {
  applyWaiting(held)
  return { title: 'Waiting for the guards', description: message }
}
