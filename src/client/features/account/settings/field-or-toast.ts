import { toastFailure } from '#client/live/failure-toast.ts'
import { errorMessageOf } from '#client/live/http.ts'
import type { FieldErrors } from '#client/ui/use-form.ts'

/** Shows a failure of these forms at its field, else as a toast. */
export function fieldOrToast<Name extends string>(
  error: unknown,
  fields: Partial<Record<string, Name>>,
  fallback: string,
): FieldErrors<Name> | undefined {
  const message = errorMessageOf(error, fallback)
  const field = fields[message]
  if (field) return { [field]: message } as FieldErrors<Name>
  toastFailure(error, { title: 'Update failed', fallback })
  return undefined
}
