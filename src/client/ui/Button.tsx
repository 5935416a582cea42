import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'
import './Button.css'

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonLook {
  /**
   * primary: the main action of a screen. quiet: outlined. ghost: without a frame. danger: red, rarely used.
   * Default quiet.
   */
  variant?: ButtonVariant
  /** sm 36 px (44 px for touch), md 44 px, lg 52 px. Default md. */
  size?: ButtonSize
  /** Icon before the label. */
  icon?: ReactNode
  /** Fills the width. */
  block?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Running: shows a spinner, ignores clicks, keeps focus and (without pendingLabel) its width. */
  pending?: boolean
  /** Label while pending, such as 'Saving...'. */
  pendingLabel?: string
}

/** Class names of a button, for elements that look like one (see ButtonLink). */
export const buttonClass = ({ variant = 'quiet', size = 'md', block }: ButtonLook, className?: string) =>
  clsx('rf-button', `rf-button-${variant}`, `rf-button-${size}`, block && 'rf-button-block', className)

/** The label of an element that looks like a button. */
export const ButtonLabel = ({ children }: { children: ReactNode }) => (
  <span className="rf-button-label">{children}</span>
)

/** Button with a text label. `type` defaults to 'button'; a form sets 'submit' itself. */
export const Button = ({
  variant,
  size,
  icon,
  block,
  pending = false,
  pendingLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  // Not `disabled`: a disabled button loses the focus, which keyboard users need.
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={guard}
    >
      {pending ? <Spinner /> : icon}
      <ButtonLabel>{pending ? (pendingLabel ?? children) : children}</ButtonLabel>
    </button>
  )
}
