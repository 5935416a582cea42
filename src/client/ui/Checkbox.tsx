import { clsx } from 'clsx'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import './Checkbox.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** The label; may contain links. Without it, give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A native checkbox, so forms, `register` and assistive technology know it. */
export const Checkbox = ({ label, hint, error, className, ...rest }: CheckboxProps) => {
  const noteId = useId()
  const note = error ?? hint
  return (
    <label className={clsx('rf-check', className)}>
      <input
        {...rest}
        type="checkbox"
        className="rf-check-box"
        aria-describedby={note ? noteId : undefined}
        aria-invalid={error ? true : undefined}
      />
      {(label || note) && (
        <span className="rf-check-text">
          {label}
          {note && (
            <span id={noteId} className={error ? 'rf-check-error' : 'rf-check-hint'}>
              {note}
            </span>
          )}
        </span>
      )}
    </label>
  )
}
