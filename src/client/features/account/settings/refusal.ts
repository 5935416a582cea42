import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { MESSAGES } from '#contract/errors.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

interface Refusal<T extends FieldValues> {
  error: unknown
  setError: UseFormSetError<T>
  /** Which field a sentence of the server belongs to. */
  fields: Partial<Record<string, Path<T>>>
  /** Said when a failure brings no words of its own. */
  fallback: string
}

/** Says what the server did not like: at its field, or as a toast. */
export function showRefusal<T extends FieldValues>({ error, setError, fields, fallback }: Refusal<T>): void {
  const message = sentenceOf(error, fallback)
  const field = fields[message]
  if (field) setError(field, { message }, { shouldFocus: true })
  else toast({ variant: 'destructive', title: 'Update failed', description: message })
}

export const WRONG_PASSWORD = { [MESSAGES.passwordWrong]: 'currentPassword' } as const
