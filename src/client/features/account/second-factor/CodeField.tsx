import { errorMessageOf } from '#client/live/http.ts'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import type { FieldErrors } from '#client/ui/use-form.ts'

interface CodeFieldProps {
  error?: string | undefined
  autoFocus?: boolean
  /** Whether a recovery code is accepted too. */
  recovery?: boolean
}

/** Input of a code of an authenticator app. The form finds it by the name 'code'. */
export const CodeField = ({ error, autoFocus = false, recovery = false }: CodeFieldProps) => (
  <Field
    label="Code"
    hint={
      recovery
        ? 'Enter the six digits from your authenticator app, or a recovery code.'
        : 'Enter the six digits that your app shows now.'
    }
    error={error}
  >
    <Input
      name="code"
      autoComplete="one-time-code"
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      autoFocus={autoFocus}
      className="tabular"
    />
  </Field>
)

/** Shows the failure of a form with one field at that field. */
export const errorAt =
  <Name extends string>(name: Name) =>
  (error: unknown): FieldErrors<Name> =>
    ({ [name]: errorMessageOf(error, 'That did not work. Please try again.') }) as FieldErrors<Name>
