import { clsx } from 'clsx'
import { useHouseName } from './house-name.ts'
import './Logo.css'

/** The crowned toilet of the logo. Decorative; the name beside it or a label is spoken. */
export const LogoMark = ({ size = 32, className }: { size?: number; className?: string }) => (
  <svg
    viewBox="0 0 32 32"
    width={size}
    height={size}
    className={clsx('rf-logo-mark', className)}
    aria-hidden="true"
  >
    <ellipse className="rf-logo-seat" cx="16" cy="21.5" rx="9" ry="8" />
    <path
      className="rf-logo-crown"
      d="M7.5 12.6 5.2 4.3l5.9 3.3L16 1.5l4.9 6.1 5.9-3.3-2.3 8.3Q16 7.6 7.5 12.6Z"
    />
  </svg>
)

/** Logo and name. */
export const Logo = ({ className }: { className?: string }) => (
  <span className={clsx('rf-logo', className)}>
    <LogoMark />
    <span className="rf-logo-word">{useHouseName()}</span>
  </span>
)
