import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { watchPersonLinks, type PersonLink } from './watch-person-links.ts'

const hoverCard = lazyComponent<PersonLink>(async () => (await import('./HoverCard.tsx')).HoverCard)

/** The page's one hover card: a mouse that rests on the name of a person sees who that is. */
export const PersonHover = () => {
  const [link, setLink] = useState<PersonLink | null>(null)
  const { key } = useLocation()
  useEffect(() => watchPersonLinks(setLink), [])
  useEffect(() => setLink(null), [key])
  const Card = useLazy(hoverCard, link !== null, () => setLink(null))
  return link && Card && <Card key={link.handle} {...link} />
}
