import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import type { LinkProps } from 'react-router-dom'
import './TextLink.css'

interface TextLinkProps extends LinkProps {
  /**
   * inline: underlined, within a sentence. quiet: looks like text until pointed at (names, times). Default
   * inline.
   */
  tone?: 'inline' | 'quiet'
}

/** Link within the app, for text. */
export const TextLink = ({ tone = 'inline', className, ...rest }: TextLinkProps) => (
  <Link {...rest} className={clsx('rf-link', `rf-link-${tone}`, className)} />
)
