import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router-dom'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To
  /** Replaces the entry of the history. */
  replace?: boolean
  /** Kept with the entry, for the page that is opened. */
  state?: unknown
}

/** Link within the app. The router's own would bring the prefetching of its framework into the first page. */
export const Link = ({ to, replace, state, target, onClick, children, ...rest }: LinkProps) => {
  const open = useLinkClickHandler(to, { replace, state, target })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) open(event)
      }}
    >
      {children}
    </a>
  )
}

interface NavLinkProps extends LinkProps {
  to: string
}

/** Link of a menu of pages: `aria-current` while its page, or one below it, is open. */
export const NavLink = (props: NavLinkProps) => {
  const { pathname } = useLocation()
  const isOpen = pathname === props.to || (props.to !== '/' && pathname.startsWith(`${props.to}/`))
  return <Link {...props} aria-current={isOpen ? 'page' : undefined} />
}
