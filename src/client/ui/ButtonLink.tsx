import { Link, type LinkProps } from './Link.tsx'
import { buttonClass } from './Button.tsx'
import type { ButtonLook } from './Button.tsx'

/** Link within the app that looks like a Button. */
export const ButtonLink = ({
  variant,
  size,
  icon,
  block,
  className,
  children,
  ...rest
}: LinkProps & ButtonLook) => (
  <Link {...rest} className={buttonClass({ variant, size, block }, className)}>
    {icon}
    <span className="rf-button-label">{children}</span>
  </Link>
)
