import { useEffect, useState } from 'react'
import type { RecoveryView } from '#contract/recovery.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/**
 * A form that is sent once and gives way to a confirmation: `message` is the server's sentence once it was (product
 * section 4). `fallback` is said when a failure brings no words of its own (section 8).
 */
export function useSent<T>(send: (input: T) => Promise<RecoveryView>, fallback: string) {
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    // The form is gone, and the focus with it.
    if (message !== null) document.querySelector('h1')?.focus()
  }, [message])
  const submit = async (input: T) => {
    try {
      setMessage((await send(input)).message)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, fallback) })
    }
  }
  return { message, submit }
}
