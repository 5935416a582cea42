import { Hash } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { tagOf } from '#contract/rich-text.ts'
import { refreshTrending, useTrending } from '#client/features/posts/data/trending/trending.store.ts'
import { TrendingTags } from '#client/features/posts/trending/TrendingTags.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** The trending hashtags with a filter (product section 2, Activity hub; DECISIONS row 20). */
export const Explore = () => {
  const { tags, failed } = useTrending()
  const [typed, setTyped] = useState('')
  const wanted = tagOf(typed.trim())
  const found = tags?.filter(({ tag }) => tag.includes(wanted))
  return (
    <>
      <div className="p-4 sm:px-5">
        <Input
          type="search"
          aria-label="Filter hashtags"
          placeholder="Filter hashtags"
          lead={<Hash />}
          maxLength={LIMITS.hashtag}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {found && found.length > 0 && <TrendingTags tags={found} label="Trending hashtags" />}
      {found?.length === 0 && (
        <EmptyState
          mascot="jester"
          title="No such hashtag is trending"
          action={
            <ButtonLink to={`/search?tag=${encodeURIComponent(wanted)}`}>Search for #{wanted}</ButtonLink>
          }
        />
      )}
      {!tags &&
        (failed ? (
          <ErrorState title="Failed to load what is trending" onRetry={refreshTrending} />
        ) : (
          <TrendsSkeleton />
        ))}
    </>
  )
}

const ROWS = [30, 45, 25, 38, 50, 33]

const TrendsSkeleton = () => (
  <SkeletonGroup label="Loading what is trending...">
    {ROWS.map((width) => (
      <div key={width} className="px-4 py-3 sm:px-5">
        <Skeleton width={`${width}%`} />
      </div>
    ))}
  </SkeletonGroup>
)
