import { createContext, use, useId } from 'react'
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import './Field.css'

interface FieldWiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldWiring | null>(null)

/**
 * Attributes that connect a control with the Field around it. Controls of this folder call it; others may
 * too.
 */
export const useFieldControl = () => {
  const field = use(FieldContext)
  return {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

interface FieldProps {
  label: ReactNode
  /** Shown below the control, for rules. */
  hint?: ReactNode
  /** Replaces the hint, is announced, and marks the control invalid. */
  error?: string | undefined
  required?: boolean
  /** Label for screen readers only. */
  hideLabel?: boolean
  /** Right of the hint, for a counter. */
  aside?: ReactNode
  className?: string
  /** One control: Input, Textarea, PasswordInput. */
  children: ReactNode
}

/** The label of a `<fieldset>`; looks like a Field's. */
export const FieldLegend = ({ children }: { children: ReactNode }) => (
  <legend className="rf-field-label mb-2">{children}</legend>
)

/** Label, control, hint and error, wired for assistive technology. */
export const Field = ({
  label,
  hint,
  error,
  required = false,
  hideLabel,
  aside,
  className,
  children,
}: FieldProps) => {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  const wiring = { id, describedBy: note ? noteId : undefined, invalid: Boolean(error), required }
  return (
    <div className={clsx('rf-field', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'rf-field-label'}>
        {label}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      <div className="rf-field-foot">
        <div id={noteId} className={error ? 'rf-field-error' : 'rf-field-hint'} aria-live="polite">
          {note}
        </div>
        {aside}
      </div>
    </div>
  )
}
