import type { HeldReceipt } from '#contract/waiting.ts'
import { takeWaiting } from '#client/entities/waiting/waiting.store.ts'
import { toast } from '#client/ui/toast.ts'

/** What was sent is kept for an admin: it stands among what waits, and the author is told. */
export function tellItWaits({ held, message }: HeldReceipt): void {
  takeWaiting(held)
  toast({ title: 'Waiting for the guards', description: message })
}
