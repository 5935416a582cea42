import { useState } from 'react'
import { ApiError } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

interface Words<T> {
  /** The toast when it is done. */
  done: (result: T) => { title: string; description?: string }
  /** Said below 'Error' (product section 8). */
  failed: string
}

/**
 * One button's work, once at a time. The reason is added where the server has one that is not just trouble.
 */
export function useWork() {
  const [pending, setPending] = useState<string | null>(null)
  async function run<T>(name: string, work: () => Promise<T>, { done, failed }: Words<T>): Promise<void> {
    setPending(name)
    try {
      toast(done(await work()))
    } catch (error) {
      const told = error instanceof ApiError && error.status === 429 ? ` ${error.sentence}` : ''
      toast({ variant: 'destructive', title: 'Error', description: `${failed}${told && `.${told}`}` })
    } finally {
      setPending(null)
    }
  }
  return { pending, run }
}
