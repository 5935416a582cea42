import { clsx } from 'clsx'
import { BRAND } from '#contract/brand.ts'
import './Logo.css'

/** The crowned seat. Decoration: the wordmark or a label speaks. */
export const LogoMark = ({ size = 32, className }: { size?: number; className?: string }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} className={clsx('rf-logo-mark', className)} aria-hidden="true">
    <circle cx="16" cy="16" r="12" />
  </svg>
)

/** Mark and name. */
export const Logo = ({ className }: { className?: string }) => (
  <span className={clsx('rf-logo', className)}>
    <LogoMark />
    <span className="rf-logo-word">{BRAND.name}</span>
  </span>
)
