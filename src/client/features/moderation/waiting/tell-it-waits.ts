import type { HeldReceipt } from '#contract/moderation.ts'
import { takeWaiting } from '#client/features/moderation/data/waiting.store.ts'
import { toast } from '#client/ui/toast.ts'

/** Adds a post or comment that an admin has to look at to the list of held ones, and tells its author. */
export function tellItWaits({ held, message }: HeldReceipt): void {
  takeWaiting(held)
  toast({ title: 'Waiting for the guards', description: message })
}
