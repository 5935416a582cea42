import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldControl } from './Field.tsx'
import './Input.css'

export interface InputProps extends ComponentProps<'input'> {
  /** Icon or sign inside, before the text. */
  lead?: ReactNode
  /** Button or sign inside, after the text. */
  tail?: ReactNode
}

/** One line of text. Inside a Field it is wired to the label and the error by itself. */
export const Input = ({ lead, tail, className, ...rest }: InputProps) => {
  const wiring = useFieldControl()
  const input = <input dir="auto" {...wiring} {...rest} className={clsx('rf-input', className)} />
  if (!lead && !tail) return input
  return (
    <span className="rf-input-frame">
      {lead && <span className="rf-input-lead">{lead}</span>}
      {input}
      {tail && <span className="rf-input-tail">{tail}</span>}
    </span>
  )
}

/** The browser's own list of choices; looks like an Input. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select {...useFieldControl()} {...rest} className={clsx('rf-input', className)} />
)
