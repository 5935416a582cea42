import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'
import './Button.css'
import './IconButton.css'

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does: its accessible name and its tooltip. */
  label: string
  icon: ReactNode
  /** sm 32 px, md 40 px; both 44 px for touch. Default md. */
  size?: 'sm' | 'md'
  variant?: 'ghost' | 'quiet' | 'primary' | 'danger'
  /** Side of the tooltip, or false for none (when a label stands beside it). Default top. */
  tooltip?: TooltipSide | false
  pending?: boolean
}

/** The classes of an IconButton, for a link. */
export const iconButtonClass = (
  { variant = 'ghost', size = 'md' }: Pick<IconButtonProps, 'variant' | 'size'>,
  className?: string,
): string => clsx('rf-button', `rf-button-${variant}`, 'rf-icon-button', `rf-icon-button-${size}`, className)

/** A button with only an icon. Its label is spoken, and shown as a tooltip. */
export const IconButton = ({
  label,
  icon,
  size = 'md',
  variant = 'ghost',
  tooltip = 'top',
  pending = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    aria-busy={pending || undefined}
    aria-disabled={pending || rest['aria-disabled']}
    data-tooltip={tooltip ? label : undefined}
    data-tooltip-side={tooltip || undefined}
    className={iconButtonClass({ variant, size }, className)}
    onClick={pending ? (event) => event.preventDefault() : onClick}
  >
    {pending ? <Spinner /> : icon}
  </button>
)
