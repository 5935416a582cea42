import type { TrendingTagView } from '#contract/posts.ts'
import { plural } from '#contract/plural.ts'
import { useTrending } from '#client/features/posts/data/trending/trending.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import './TrendingTags.css'

/** Hashtags, each with the number of posts of the last day, and a link to its search. */
export const TrendingTags = ({ tags, label }: { tags: readonly TrendingTagView[]; label: string }) => (
  <ul aria-label={label} className="divide-y divide-hairline">
    {tags.map(({ tag, count }) => (
      <li key={tag} className="s-trend">
        <Link to={`/search?tag=${encodeURIComponent(tag)}`} dir="auto" className="s-trend-tag one-line">
          #{tag}
        </Link>
        {count > 0 && (
          <span className="s-trend-count tabular">
            <Num value={count} /> {plural(count, 'post')}
          </span>
        )}
      </li>
    ))}
  </ul>
)

/** How many the right column and the search show. */
export const TRENDS_SHOWN = 5

/** The trends in the right column. Empty while the column is hidden and when they cannot be loaded. */
export const TrendingCard = ({ isVisible }: { isVisible: boolean }) => {
  const { tags, failed } = useTrending(isVisible)
  if (!isVisible || (failed && !tags)) return null
  return (
    <Card title="Trending" flush>
      {tags ? (
        <TrendingTags tags={tags.slice(0, TRENDS_SHOWN)} label="Trending hashtags" />
      ) : (
        <TrendsSkeleton />
      )}
    </Card>
  )
}

/** As tall as the loaded list, so that what is below does not move. */
export const TrendsSkeleton = () => (
  <SkeletonGroup label="Loading what trends..." className="divide-y divide-hairline">
    {Array.from({ length: TRENDS_SHOWN }, (_, row) => (
      <div key={row} className="s-trend">
        <Skeleton width="55%" />
      </div>
    ))}
  </SkeletonGroup>
)
