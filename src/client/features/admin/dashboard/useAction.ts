import { useState } from 'react'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

interface Words {
  /** Title of the toast when it is done. */
  done: string
  /** Said below 'Error' when the server gave no reason. */
  failed: string
}

/** What an admin does with a row, one call at a time; the toasts are the product's (section 8). */
export function useAction() {
  const [busyId, setBusyId] = useState<string | null>(null)
  async function act(id: string, work: () => Promise<void>, { done, failed }: Words): Promise<boolean> {
    setBusyId(id)
    try {
      await work()
      toast({ title: done })
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, failed) })
      return false
    } finally {
      setBusyId(null)
    }
  }
  return { busyId, act }
}
