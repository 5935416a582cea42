import { PLUNGER } from '#contract/posts.constants.ts'
import { Field } from '#client/ui/Field.tsx'
import { Select } from '#client/ui/Input.tsx'

/** A pace of comments in minutes. */
export type Pace = (typeof PLUNGER.slowMinutes)[number]

interface PaceSelectProps {
  /** Null: as fast as they like. */
  value: Pace | null
  onChange: (pace: Pace | null) => void
  disabled?: boolean
}

/** How often one person may comment on a post in Plunger Mode. */
export const PaceSelect = ({ value, onChange, disabled = false }: PaceSelectProps) => (
  <Field label="Slow comments">
    <Select
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) =>
        onChange(PLUNGER.slowMinutes.find((minutes) => String(minutes) === target.value) ?? null)
      }
    >
      <option value="">Off: no limit</option>
      {PLUNGER.slowMinutes.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 1 ? 'One comment per person each minute' : `One a person in ${minutes} minutes`}
        </option>
      ))}
    </Select>
  </Field>
)
