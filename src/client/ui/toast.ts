import { create } from 'zustand'

/** Shown when something failed and no better reason is known (product section 8). */
export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again.'

/** A button, such as 'Retry', or a link within the app. */
export type ToastAction = { label: string; onSelect: () => void } | { label: string; to: string }

export interface ToastInput {
  title: string
  description?: string
  /** Why, where the description says only what: a second line. */
  reason?: string
  /** destructive: something failed. Default plain. */
  variant?: 'plain' | 'destructive'
  action?: ToastAction
  /** Beside it. */
  secondAction?: ToastAction
  /** Default 5 s. The time stands still while the toast is hovered or focused. */
  durationMs?: number
}
export interface ToastItem extends ToastInput {
  id: number
  open: boolean
}

/** One visible at a time; removed from memory 1,000,000 ms after it was dismissed (product section 9). */
const VISIBLE = 1
const REMOVE_DELAY = 1_000_000

interface ToastStore {
  toasts: readonly ToastItem[]
  dismiss: (id: number) => void
}

const removals = new Map<number, ReturnType<typeof setTimeout>>()

const forget = (id: number) => {
  clearTimeout(removals.get(id))
  removals.delete(id)
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
}

/** The current toasts, newest first. Only OverlayHost reads it; everything else calls `toast`. */
export const useToasts = create<ToastStore>()((set) => ({
  toasts: [],
  dismiss: (id) => {
    set(({ toasts }) => ({ toasts: toasts.map((one) => (one.id === id ? { ...one, open: false } : one)) }))
    if (!removals.has(id))
      removals.set(
        id,
        setTimeout(() => forget(id), REMOVE_DELAY),
      )
  },
}))

let lastId = 0

/**
 * Shows a toast. A newer toast replaces it. Not for what the screen shows already. Returns a function
 * that removes it.
 */
export const toast = (input: ToastInput): { dismiss: () => void } => {
  lastId += 1
  const id = lastId
  for (const old of useToasts.getState().toasts.slice(VISIBLE - 1)) forget(old.id)
  useToasts.setState(({ toasts }) => ({ toasts: [{ ...input, id, open: true }, ...toasts] }))
  return { dismiss: () => useToasts.getState().dismiss(id) }
}
