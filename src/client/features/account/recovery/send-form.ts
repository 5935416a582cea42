import type { RecoveryView } from '#contract/account.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

interface Sending<T> {
  send: (input: T) => Promise<RecoveryView>
  /** Gets the server's sentence for the confirmation that takes the form's place (product section 4). */
  onSent: (message: string) => void
  /** Said when a failure brings no words of its own (product section 8). */
  fallback: string
}

/** What a recovery form does when it is submitted: sends, and says what went wrong. */
export const sendForm =
  <T>({ send, onSent, fallback }: Sending<T>) =>
  async (input: T): Promise<void> => {
    try {
      onSent((await send(input)).message)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, fallback) })
    }
  }
