import { clsx } from 'clsx'
import { useId } from 'react'
import type { ReactNode } from 'react'
import './Segmented.css'

export interface Segment<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
}

interface SegmentedProps<Value extends string> {
  /** Spoken name of the group. */
  label: string
  options: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Icons only; labels are spoken and shown as tooltips. */
  iconsOnly?: boolean
  className?: string
}

/** One of a few options, all visible: native radio buttons in a row. */
export const Segmented = <Value extends string>(props: SegmentedProps<Value>) => {
  const name = useId()
  return (
    <fieldset className={clsx('rf-segmented', props.className)}>
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <label
          key={option.value}
          className="rf-segment"
          data-tooltip={props.iconsOnly ? option.label : undefined}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.icon}
          <span className={props.iconsOnly ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
