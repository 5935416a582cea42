import { toastFailure } from '#client/live/failure-toast.ts'
import { sentenceOf } from '#client/live/http.ts'
import type { FieldErrors } from '#client/ui/use-form.ts'

/** Where a failure of these forms shows: at the field its message belongs to, else as a toast. */
export function fieldOrToast<Name extends string>(
  error: unknown,
  fields: Partial<Record<string, Name>>,
  fallback: string,
): FieldErrors<Name> | undefined {
  const message = sentenceOf(error, fallback)
  const field = fields[message]
  if (field) return { [field]: message } as FieldErrors<Name>
  toastFailure(error, { title: 'Update failed', fallback })
  return undefined
}
