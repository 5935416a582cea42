import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '#client/ui/toast.ts'
import type { ToastInput } from '#client/ui/toast.ts'
import { toastFailure } from './failure-toast.ts'
import type { FailureWords } from './failure-toast.ts'

export interface Write<Result = unknown> {
  write: () => Promise<Result>
  /** Which row or button this write belongs to, where one hook serves several. */
  target?: string
  /** Toast of the success: its title, or a function of the answer (null: no toast). None by default. */
  done?: string | ((result: Result) => ToastInput | null)
  failed: FailureWords
}

export interface UseWrite {
  /** A write is under way. */
  pending: boolean
  /** The `target` of the write under way, else null. */
  pendingTarget: string | null
  /**
   * Writes, and shows the toast of the success or of the failure. Resolves to whether it succeeded, and never
   * rejects; at once to false while another write of this hook is under way.
   */
  run: <Result>(write: Write<Result>) => Promise<boolean>
}

/**
 * What every button and dialog that changes something needs: one write at a time, its pending state, and the
 * toasts. For screens inside QueryScope. The pages of the log-in do without the query library: they use
 * `useForm`.
 */
export function useWrite(): UseWrite {
  const running = useRef(false)
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (write: Write) => write.write(),
    onSuccess: (result, { done }) => {
      const words = typeof done === 'function' ? done(result) : done
      if (words) toast(typeof words === 'string' ? { title: words } : words)
    },
    onError: (error, { failed }) => toastFailure(error, failed),
  })
  return {
    pending: isPending,
    pendingTarget: isPending ? (variables.target ?? null) : null,
    run: async (write) => {
      if (running.current) return false
      running.current = true
      try {
        await mutateAsync(write as Write)
        return true
      } catch {
        // onError has told the person.
        return false
      } finally {
        running.current = false
      }
    },
  }
}
