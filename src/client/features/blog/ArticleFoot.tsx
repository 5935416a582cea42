import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { loadNextArticle } from '#client/features/blog/data/blog.actions.ts'
import { useArticleCard, type StoredBlogCard } from '#client/features/blog/data/blog.store.ts'
import { onLive } from '#client/live/registry.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { useWatchedQuery } from '#client/live/use-watched-query.ts'

/** Below the seal of an article: who wrote it, and what to read next. */
export const ArticleFoot = ({ article }: { article: StoredBlogCard }) => {
  const next = useNextArticle(article.slug)
  return (
    <div className="s-article-after">
      {article.author && <Author author={article.author} />}
      {next && (
        <Link to={`/blog/${next.slug}`} className="s-article-next">
          <span className="s-article-next-kicker">
            Next decree <ArrowRight aria-hidden="true" />
          </span>
          <span className="s-article-next-title" dir="auto">
            {next.title}
          </span>
          <span className="text-sm text-ink-faint">{next.readingMinutes} min read</span>
        </Link>
      )}
    </div>
  )
}

const Author = ({ author }: { author: NonNullable<StoredBlogCard['author']> }) => (
  <Link to={`/u/${author.handle}`} className="s-article-author">
    <Avatar name={author.displayName} seed={author.handle} src={author.avatarUrl} size={48} />
    <span className="min-w-0">
      <span className="block text-sm text-ink-faint">Decreed by</span>
      <span className="one-line block font-semibold" dir="auto">
        {author.displayName}
      </span>
      <span className="one-line block text-sm text-ink-faint">@{author.handle}</span>
    </span>
  </Link>
)

/** The article after this one, up to date: what is published, hidden or deleted may change which it is. */
function useNextArticle(slug: string): StoredBlogCard | undefined {
  const { data, refetch } = useWatchedQuery({
    of: { topic: 'blog' },
    name: 'next article',
    queryKey: ['article after', slug],
    read: (signal) => loadNextArticle(slug, signal),
  })
  const id = data?.answer
  useEffect(() => {
    const stops = [
      onLive('blog:updated', ({ decree }) => (decree.id === id ? undefined : void refetch())),
      onLive('blog:deleted', () => void refetch()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [id, refetch])
  return useArticleCard(id ?? '')
}
