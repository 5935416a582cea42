import type { StoredBlogCard as ArticleCardView } from '#client/features/blog/data/blog.store.ts'
import { clsx } from 'clsx'
import { Share2 } from 'lucide-react'
import { useArticleCard } from '#client/features/blog/data/blog.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Byline } from './Byline.tsx'
import { shareArticle } from './share-article.ts'

interface CardProps {
  id: string
  /** The newest article: a larger card, its picture first. */
  isFirst?: boolean
}

/** An article's card (product section 2, Blog). */
const ShownArticle = ({ article, isFirst = false }: { article: ArticleCardView; isFirst?: boolean }) => {
  const address = `/blog/${article.slug}`
  const picture = article.featuredImage && (
    <img
      className="s-article-image"
      src={article.featuredImage}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
    />
  )
  return (
    <article
      className={clsx('s-article-card', isFirst && 's-article-card-first')}
      aria-labelledby={`article-${article.id}`}
    >
      {isFirst && picture}
      <div className="flex items-start gap-3">
        <h2 id={`article-${article.id}`} className="s-article-card-title" dir="auto">
          <Link to={address}>{article.title}</Link>
        </h2>
        <IconButton
          label="Share decree"
          icon={<Share2 />}
          size="sm"
          onClick={() => void shareArticle(article.slug)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Byline article={article} />
        <Badge tone="brass">Royal Decree</Badge>
      </div>
      {!isFirst && picture}
      {article.excerpt && (
        <blockquote className="s-article-excerpt" dir="auto">
          "{article.excerpt}"
        </blockquote>
      )}
      <p className="s-article-preview" dir="auto">
        {article.preview}
      </p>
      <ButtonLink to={address} size="sm" className="self-start">
        Read Full Decree
      </ButtonLink>
    </article>
  )
}

/** One article of the listing, from the store. */
export const ArticleCard = ({ id, isFirst = false }: CardProps) => {
  const article = useArticleCard(id)
  return article ? <ShownArticle article={article} isFirst={isFirst} /> : null
}
