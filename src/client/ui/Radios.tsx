import { clsx } from 'clsx'
import { useId } from 'react'
import type { ReactNode } from 'react'
import './Radios.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  hint?: ReactNode
}

interface RadiosProps<Value extends string> {
  /** The question; `hideLabel` where the place shows it already. */
  label: string
  hideLabel?: boolean
  options: readonly RadioOption<Value>[]
  /** null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** Announced, under the options. */
  error?: string | undefined
  className?: string
}

/** One of several options, each with a description: native radio buttons in a column. */
export const Radios = <Value extends string>({
  label,
  hideLabel,
  options,
  value,
  onChange,
  error,
  className,
}: RadiosProps<Value>) => {
  const name = useId()
  return (
    <fieldset
      className={clsx('rf-radios', error && 'rf-radios-wrong', className)}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={hideLabel ? 'sr-only' : 'rf-radios-legend'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="rf-radio">
          <input
            type="radio"
            className="rf-radio-dot"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="min-w-0">
            {option.label}
            {option.hint && <span className="rf-radio-hint">{option.hint}</span>}
          </span>
        </label>
      ))}
      <p id={`${name}-error`} className="rf-radios-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
