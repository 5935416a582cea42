import { Clock, X } from 'lucide-react'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { PeopleToFollow } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { useTrending } from '#client/features/posts/data/trending/trending.store.ts'
import { TRENDS_SHOWN, TrendingTags, TrendsSkeleton } from '#client/features/posts/trending/TrendingTags.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { forgetSearches, useRecentSearches } from './recent-searches.ts'
import { paramsOf, termOf } from './search-term.ts'

/** Before anything is typed: what was searched before, trends, and people. */
export const SearchStart = () => {
  const signedIn = useIsSignedIn()
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 border-t border-hairline px-4 py-3 sm:px-5">
        <h2 className="text-lg">Search for content</h2>
        <p className="text-sm text-ink-soft">Nothing is too low.</p>
      </div>
      <Recent />
      <Trends />
      {signedIn && <PeopleToFollow />}
    </>
  )
}

const Recent = () => {
  const searches = useRecentSearches()
  if (searches.length === 0) return null
  return (
    <section aria-labelledby="recent" className="border-t border-hairline px-4 pt-4 pb-3 sm:px-5">
      <div className="flex items-center justify-between">
        <h2 id="recent" className="text-lg">
          Recent
        </h2>
        <Button size="sm" variant="ghost" icon={<X />} className="-me-3" onClick={forgetSearches}>
          Clear
        </Button>
      </div>
      <ul>
        {searches.map((text) => (
          <li key={text}>
            <Link
              to={`?${paramsOf(termOf(text), null)}`}
              className="flex min-h-11 items-center gap-3 rounded-md hover:bg-wash"
            >
              <Clock className="size-4 shrink-0 text-ink-faint" />
              <span dir="auto" className="one-line">
                {text}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The right column shows them where there is one. */
const Trends = () => {
  const { tags, failed } = useTrending()
  if (tags ? tags.length === 0 : failed) return null
  return (
    <section aria-labelledby="tags" className="border-t border-hairline pt-4 pb-3 xl:hidden">
      <h2 id="tags" className="px-4 pb-1 text-lg sm:px-5">
        Trending
      </h2>
      {tags ? (
        <TrendingTags tags={tags.slice(0, TRENDS_SHOWN)} label="Tags to search for" />
      ) : (
        <TrendsSkeleton />
      )}
    </section>
  )
}
