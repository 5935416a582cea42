import { clsx } from 'clsx'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import './Switch.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'size'> {
  /** What is switched. Without it, give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  /** Under way: looks switched, ignores clicks. */
  pending?: boolean
}

/** On or off, at once (a Checkbox waits for its form). A native input with the switch role. */
export const Switch = ({ label, hint, pending = false, className, onClick, ...rest }: SwitchProps) => {
  const [labelId, hintId] = [useId(), useId()]
  return (
    <label className={clsx('rf-switch', className)}>
      {(label || hint) && (
        <span className="rf-switch-text">
          {label && <span id={labelId}>{label}</span>}
          {hint && (
            <span id={hintId} className="rf-switch-hint">
              {hint}
            </span>
          )}
        </span>
      )}
      <input
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native tick box says whether it is checked
        role="switch"
        className="rf-switch-track"
        // The hint inside the label describes; it is not part of the name.
        aria-labelledby={label ? labelId : undefined}
        aria-describedby={hint ? hintId : undefined}
        aria-busy={pending || undefined}
        onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      />
    </label>
  )
}
