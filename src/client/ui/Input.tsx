import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldControl } from './Field.tsx'
import './Input.css'

export interface InputProps extends ComponentProps<'input'> {
  /** Icon or text inside, before the value. */
  lead?: ReactNode
  /** Button or text inside, after the value. */
  tail?: ReactNode
}

/** One line of text. Inside a Field it is connected with the label and the error. */
export const Input = ({ lead, tail, className, ...rest }: InputProps) => {
  const wiring = useFieldControl()
  // Letters and slashes are narrower than a digit, which is a ch, and an @ is nearly two. An icon has its width in the style
  // sheet.
  const room =
    typeof lead === 'string'
      ? { style: { paddingInlineStart: `calc(0.75rem + ${Math.max(2, lead.length * 0.85)}ch)` } }
      : {}
  const input = <input dir="auto" {...room} {...wiring} {...rest} className={clsx('rf-input', className)} />
  if (!lead && !tail) return input
  return (
    <span className="rf-input-frame">
      {lead && <span className="rf-input-lead">{lead}</span>}
      {input}
      {tail && <span className="rf-input-tail">{tail}</span>}
    </span>
  )
}

/** The browser's own select; looks like an Input. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select {...useFieldControl()} {...rest} className={clsx('rf-input', className)} />
)
