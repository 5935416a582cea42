import { useRef, useState } from 'react'
import { toast } from '#client/ui/toast.ts'
import type { ToastInput } from '#client/ui/toast.ts'
import { toastFailure } from './failure-toast.ts'
import type { FailureWords } from './failure-toast.ts'

export interface Write<Result> {
  write: () => Promise<Result>
  /** Toast of the success: its title, or a function of the answer (null: no toast). None by default. */
  done?: string | ((result: Result) => ToastInput | null)
  failed: FailureWords
  /** What a failure changes besides. The write is pending until it has ended. Must not reject. */
  onError?: (error: unknown) => void | Promise<void>
}

/**
 * Writes, and shows the toast of the success or of the failure. Resolves to whether it succeeded; never
 * rejects. For a menu entry; a button or dialog that shows a pending state uses `useWrite`.
 */
export async function runWrite<Result>({ write, done, failed, onError }: Write<Result>): Promise<boolean> {
  try {
    const result = await write()
    const words = typeof done === 'function' ? done(result) : done
    if (words) toast(typeof words === 'string' ? { title: words } : words)
    return true
  } catch (error) {
    toastFailure(error, failed)
    await onError?.(error)
    return false
  }
}

/**
 * What every button and dialog that changes something needs: its pending state, the toasts, and never the same
 * write twice at once. `pending` is true while any write of this hook is under way, `isPending(target)` while
 * that row's or button's is.
 *
 * Not TanStack's useMutation: the pages of the log-in, which have such buttons too, do without the query
 * library (10 kB), and nothing of it but the pending state would be used.
 */
export function useWrite() {
  const running = useRef<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(running.current)
  const change = (targets: ReadonlySet<string>) => {
    running.current = targets
    setShown(targets)
  }
  /**
   * As `runWrite`; resolves to false at once while a write to the same target is under way. `target`: which row
   * or button the write belongs to, where one hook serves several.
   */
  async function run<Result>({
    target = '',
    ...write
  }: Write<Result> & { target?: string }): Promise<boolean> {
    if (running.current.has(target)) return false
    change(new Set(running.current).add(target))
    try {
      return await runWrite(write)
    } finally {
      change(new Set([...running.current].filter((other) => other !== target)))
    }
  }
  return { pending: shown.size > 0, isPending: (target: string) => shown.has(target), run }
}
