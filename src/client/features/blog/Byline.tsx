import type { StoredBlogCard } from '#client/features/blog/data/blog.store.ts'
import { TextLink } from '#client/ui/TextLink.tsx'
import { dateFormat, longDate } from '#client/ui/locale.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/** Author, date and reading time. */
export const Byline = ({
  article: { author, createdAt, publishedAt, readingMinutes },
}: {
  article: StoredBlogCard
}) => (
  <p className="s-article-byline">
    {author ? (
      <TextLink tone="quiet" to={`/u/${author.handle}`}>
        {author.displayName}
      </TextLink>
    ) : (
      'Unknown Author'
    )}
    <span aria-hidden="true">·</span>
    <ArticleDate at={publishedAt ?? createdAt} />
    <span aria-hidden="true">·</span>
    <span>{readingMinutes} min read</span>
  </p>
)

/** A date in words. */
export const ArticleDate = ({ at }: { at: string }) => (
  // The server does not know the reader's time zone.
  <time dateTime={at}>{longDate(Date.parse(at), useHydrating() ? 'UTC' : undefined)}</time>
)

const timeOf = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** When a draft will be published. */
export const ScheduledFor = ({ at }: { at: string }) => {
  const hydrating = useHydrating()
  return (
    <time dateTime={at}>
      Scheduled for {hydrating ? longDate(Date.parse(at), 'UTC') : timeOf(Date.parse(at))}
    </time>
  )
}
