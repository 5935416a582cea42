import { clsx } from 'clsx'
import { Link, type LinkProps } from './Link.tsx'
import './TextLink.css'

/** inline: underlined, within a sentence. quiet: looks like text until it is hovered (names, times). */
type LinkTone = 'inline' | 'quiet'

/** The classes of a link, for an `<a>` that leaves the app or a button that looks like a link. */
export const linkClass = (tone: LinkTone, className?: string): string =>
  clsx('rf-link', `rf-link-${tone}`, className)

interface TextLinkProps extends LinkProps {
  /** Default inline. */
  tone?: LinkTone
}

/** Link within the app, for text. */
export const TextLink = ({ tone = 'inline', className, ...rest }: TextLinkProps) => (
  <Link {...rest} className={linkClass(tone, className)} />
)
