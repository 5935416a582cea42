import type { DecreeCard } from '#client/features/blog/data/blog.store.ts'
import { TextLink } from '#client/ui/TextLink.tsx'
import { LOCALE } from '#client/ui/locale.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/** Author, date and reading time. */
export const Byline = ({
  decree: { author, createdAt, publishedAt, readingMinutes },
}: {
  decree: DecreeCard
}) => (
  <p className="s-decree-byline">
    {author ? (
      <TextLink tone="quiet" to={`/u/${author.handle}`}>
        {author.displayName}
      </TextLink>
    ) : (
      'Unknown Author'
    )}
    <span aria-hidden="true">·</span>
    <DecreeDate at={publishedAt ?? createdAt} />
    <span aria-hidden="true">·</span>
    <span>{readingMinutes} min read</span>
  </p>
)

/** A date in words. */
export const DecreeDate = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {new Date(at).toLocaleDateString(LOCALE, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      // The server does not know the reader's time zone.
      timeZone: useHydrating() ? 'UTC' : undefined,
    })}
  </time>
)
