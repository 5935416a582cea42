import { clsx } from 'clsx'
import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { CSSProperties, ComponentProps } from 'react'
import { useFieldControl } from './Field.tsx'
import './Input.css'
import './Textarea.css'

interface TextareaProps extends ComponentProps<'textarea'> {
  /** Without a frame, because the composer around it has one. */
  bare?: boolean
  /** Lines after which it scrolls instead of growing. Default 12. */
  maxRows?: number
}

const growsByItself = () => 'fieldSizing' in document.documentElement.style

/**
 * Sets the height to that of the text, for browsers that cannot do it in CSS; min and max height still apply.
 */
const fit = (area: HTMLTextAreaElement | null) => {
  if (!area || growsByItself()) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}

/** Text of several lines; its height grows with the text. `rows` is the initial height. */
export const Textarea = ({
  bare,
  rows = 3,
  maxRows = 12,
  className,
  style,
  ref,
  onInput,
  ...rest
}: TextareaProps) => {
  const wiring = useFieldControl()
  const own = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => own.current as HTMLTextAreaElement)
  useLayoutEffect(() => fit(own.current), [rest.value])
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...wiring}
      {...rest}
      ref={own}
      className={clsx('rf-textarea', !bare && 'rf-input', bare && 'rf-textarea-bare', className)}
      style={{ ...style, '--rows': rows, '--max-rows': maxRows } as CSSProperties}
      onInput={(event) => {
        fit(event.currentTarget)
        onInput?.(event)
      }}
    />
  )
}
