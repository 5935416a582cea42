import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { watchHover } from '#client/ui/watch-hover.ts'
import type { PersonLink } from './HoverCard.tsx'

const hoverCard = lazyComponent<PersonLink>(async () => (await import('./HoverCard.tsx')).HoverCard)

/** Links to a profile in the content of a page; not the link to the profile that is on the page itself. */
function personLinkAt(target: Element): PersonLink | null {
  const element = target.closest<HTMLAnchorElement>('main a[href^="/u/"], aside a[href^="/u/"]')
  const handle = element && /^\/u\/(\w+)$/.exec(element.pathname)?.[1]
  return handle && element.pathname !== location.pathname ? { element, handle } : null
}

const HOVER = { targetAt: personLinkAt, openDelayMs: 500, closeDelayMs: 250, keepsOpen: '.s-hover-card' }

/** The page's one hover card: a mouse that rests on the name of a person sees who that is. */
export const PersonHover = () => {
  const [link, setLink] = useState<PersonLink | null>(null)
  const { key } = useLocation()
  useEffect(() => watchHover(HOVER, setLink), [])
  useEffect(() => setLink(null), [key])
  const Card = useLazy(hoverCard, link !== null, () => setLink(null), { quiet: true })
  return link && Card && <Card key={link.handle} {...link} />
}
