import { CROWD_CONTROL } from '#contract/posts.constants.ts'
import { Field } from '#client/ui/Field.tsx'
import { Select } from '#client/ui/Input.tsx'

/** A pace of comments in minutes. */
export type Pace = (typeof CROWD_CONTROL.slowMinutes)[number]

interface PaceSelectProps {
  /** Null: as fast as they like. */
  value: Pace | null
  onChange: (pace: Pace | null) => void
  disabled?: boolean
}

/** How often one person may comment on a post under crowd control. */
export const PaceSelect = ({ value, onChange, disabled = false }: PaceSelectProps) => (
  <Field label="Slow comments">
    <Select
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) =>
        onChange(CROWD_CONTROL.slowMinutes.find((minutes) => String(minutes) === target.value) ?? null)
      }
    >
      <option value="">Off: no limit</option>
      {CROWD_CONTROL.slowMinutes.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 1 ? 'One comment per person each minute' : `One a person in ${minutes} minutes`}
        </option>
      ))}
    </Select>
  </Field>
)
