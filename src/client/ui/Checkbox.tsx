import { clsx } from 'clsx'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import './Checkbox.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** The label; may contain links. Without it, give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Some of the options it stands for are checked. */
  indeterminate?: boolean
}

/** A native checkbox, so forms, `register` and assistive technology know it. */
export const Checkbox = ({
  label,
  hint,
  error,
  indeterminate = false,
  className,
  ref,
  ...rest
}: CheckboxProps) => {
  const noteId = useId()
  const note = error ?? hint
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate
    if (typeof ref === 'function') return ref(input)
    if (ref) ref.current = input
  }
  return (
    <label className={clsx('rf-check', className)}>
      <input
        {...rest}
        ref={mark}
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
