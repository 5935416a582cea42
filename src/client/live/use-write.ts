import { useRef, useState } from 'react'
import { toast } from '#client/ui/toast.ts'
import type { ToastInput } from '#client/ui/toast.ts'
import { toastFailure } from './failure-toast.ts'
import type { FailureWords } from './failure-toast.ts'

export interface Write<Result> {
  write: () => Promise<Result>
  /** Toast of the success: its title, or a function of the answer (null: no toast). Default none. */
  done?: string | ((result: Result) => ToastInput | null)
  failed: FailureWords
  /** Runs after a failure; the write stays pending until it has ended. Must not reject. */
  onError?: (error: unknown) => void | Promise<void>
}

/**
 * Writes, and shows a toast of the success or failure. Resolves to whether it succeeded; never rejects. For
 * menu entries; buttons and dialogs that show a pending state use `useWrite`.
 */
export async function runWrite<Result>({ write, done, failed, onError }: Write<Result>): Promise<boolean> {
  try {
    const result = await write()
    const words = typeof done === 'function' ? done(result) : done
    if (words) toast(typeof words === 'string' ? { title: words } : words)
    return true
  } catch (error) {
    toastFailure(error, failed)
    // Not one of the answers that a write may get: a fault of ours.
    if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
      reportError(error)
    await onError?.(error)
    return false
  }
}

/**
 * The write of a button or dialog: its pending state and its toasts, and never the same write twice at once.
 * `pending` is true while any write of this hook is running, `isPending(target)` while that of a row or
 * button is. Not TanStack's useMutation: the log-in pages, which have such buttons too, do without the query
 * library (10 kB), and only its pending state would be used.
 */
export function useWrite() {
  const running = useRef<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(running.current)
  const change = (targets: ReadonlySet<string>) => {
    running.current = targets
    setShown(targets)
  }
  /**
   * Like `runWrite`; resolves to false at once while a write to the same target is running. `target`: the row
   * or button of the write, where one hook serves several.
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
