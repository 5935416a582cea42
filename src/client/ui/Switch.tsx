import { clsx } from 'clsx'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import './Switch.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'size'> {
  /** The label. Without it, give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  /** Being saved: shows the new state and ignores clicks. */
  pending?: boolean
}

/** On or off, saved at once (a Checkbox is saved with its form). A native input with the switch role. */
export const Switch = ({ label, hint, pending = false, className, onChange, ...rest }: SwitchProps) => {
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
        onClick={(event) => pending && event.preventDefault()}
        // React reports a change even when the click was prevented.
        onChange={(event) => !pending && onChange?.(event)}
      />
    </label>
  )
}
