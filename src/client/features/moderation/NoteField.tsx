import { TextCounter } from '#client/ui/TextCounter.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'

interface NoteFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  maxLength: number
  rows?: number
  maxRows?: number
  onChange: (value: string) => void
}

/** A text of several lines that says how much of it is left. */
export const NoteField = ({
  label,
  hint,
  error,
  value,
  maxLength,
  rows = 2,
  maxRows = 6,
  onChange,
}: NoteFieldProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    aside={<TextCounter length={value.length} most={maxLength} />}
  >
    <Textarea
      rows={rows}
      maxRows={maxRows}
      dir="auto"
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
)
