import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'
import './Button.css'

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonLook {
  /** primary: the one thing to do here. quiet: outlined. ghost: bare. danger: red and rare. Default quiet. */
  variant?: ButtonVariant
  /** sm 36 px (44 to a finger), md 44 px, lg 52 px. Default md. */
  size?: ButtonSize
  /** Icon before the label. */
  icon?: ReactNode
  /** As wide as its column. */
  block?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is under way: shows a spinner, ignores clicks, keeps focus and (without pendingLabel) its width. */
  pending?: boolean
  /** Label while pending, such as 'Saving...'. */
  pendingLabel?: string
}

/** Class names of a button's look, for elements that only look like one (see ButtonLink). */
export const buttonClass = ({ variant = 'quiet', size = 'md', block }: ButtonLook, className?: string) =>
  clsx('rf-button', `rf-button-${variant}`, `rf-button-${size}`, block && 'rf-button-block', className)

/** The label within an element that only looks like a button. */
export const ButtonLabel = ({ children }: { children: ReactNode }) => (
  <span className="rf-button-label">{children}</span>
)

/** Button with a written label. `type` defaults to 'button'; a form says 'submit' itself. */
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
  // Not `disabled`: a disabled button loses focus, and with it the person who uses a keyboard.
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
