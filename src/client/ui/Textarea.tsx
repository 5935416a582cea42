import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from './Field.tsx'
import './Input.css'
import './Textarea.css'

interface TextareaProps extends ComponentProps<'textarea'> {
  /** No frame of its own: the composer around it has one. */
  bare?: boolean
  /** Lines after which it scrolls instead of growing. Default 12. */
  maxRows?: number
}

/** Text of several lines that grows with what is written. `rows` is where it starts. */
export const Textarea = ({ bare, rows = 3, maxRows = 12, className, style, ...rest }: TextareaProps) => {
  const wiring = useFieldControl()
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...wiring}
      {...rest}
      className={clsx('rf-textarea', !bare && 'rf-input', bare && 'rf-textarea-bare', className)}
      style={{ ...style, '--rows': rows, '--max-rows': maxRows } as typeof style}
    />
  )
}
