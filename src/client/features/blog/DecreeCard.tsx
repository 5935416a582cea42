import type { StoredBlogCard as DecreeCardView } from '#client/features/blog/data/blog.store.ts'
import { clsx } from 'clsx'
import { Share2 } from 'lucide-react'
import { useDecreeCard } from '#client/features/blog/data/blog.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Byline } from './Byline.tsx'
import { shareDecree } from './share-decree.ts'

interface CardProps {
  id: string
  /** The newest decree: a larger card, its picture first. */
  isFirst?: boolean
}

/** A decree's card (product section 2, Blog). */
const ShownDecree = ({ decree, isFirst = false }: { decree: DecreeCardView; isFirst?: boolean }) => {
  const address = `/blog/${decree.slug}`
  const picture = decree.featuredImage && (
    <img className="s-decree-image" src={decree.featuredImage} alt="" loading={isFirst ? 'eager' : 'lazy'} />
  )
  return (
    <article
      className={clsx('s-decree-card', isFirst && 's-decree-card-first')}
      aria-labelledby={`decree-${decree.id}`}
    >
      {isFirst && picture}
      <div className="flex items-start gap-3">
        <h2 id={`decree-${decree.id}`} className="s-decree-card-title" dir="auto">
          <Link to={address}>{decree.title}</Link>
        </h2>
        <IconButton
          label="Share decree"
          icon={<Share2 />}
          size="sm"
          onClick={() => void shareDecree(decree.slug)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Byline decree={decree} />
        <Badge tone="brass">Royal Decree</Badge>
      </div>
      {!isFirst && picture}
      {decree.excerpt && (
        <blockquote className="s-decree-excerpt" dir="auto">
          "{decree.excerpt}"
        </blockquote>
      )}
      <p className="s-decree-preview" dir="auto">
        {decree.preview}
      </p>
      <ButtonLink to={address} size="sm" className="self-start">
        Read Full Decree
      </ButtonLink>
    </article>
  )
}

/** One decree of the listing, from the store. */
export const DecreeCard = ({ id, isFirst = false }: CardProps) => {
  const decree = useDecreeCard(id)
  return decree ? <ShownDecree decree={decree} isFirst={isFirst} /> : null
}
