import type { RecoveryView } from '#contract/account.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import type { FieldErrors } from '#client/ui/use-form.ts'

interface RecoveryForm<Name extends string> {
  check?: (values: Record<Name, string>) => FieldErrors<Name>
  send: (values: Record<Name, string>) => Promise<RecoveryView>
  /** Gets the server's message for the confirmation that replaces the form (product section 4). */
  onSent: (message: string) => void
  /** Shown when the server gave no reason (product section 8). */
  fallback: string
}

/** A form of the recovery pages: a failure is a toast, a success replaces the form. */
export const useRecoveryForm = <Name extends string>({ check, send, onSent, fallback }: RecoveryForm<Name>) =>
  useForm<Name>({
    ...(check && { check }),
    send: async (values) => onSent((await send(values)).message),
    failed: (error) => {
      toastFailure(error, { title: 'Error', fallback })
    },
  })
