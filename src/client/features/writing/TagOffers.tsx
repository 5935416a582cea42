import { useQuery } from '@tanstack/react-query'
import { plural } from '#contract/plural.ts'
import { tagOf } from '#contract/rich-text.ts'
import { fetchTagsFrom } from '#client/features/posts/data/trending/trending.store.ts'
import { SEARCH_FRESH } from '#client/features/posts/data/post-sources.ts'
import { Num } from '#client/ui/Num.tsx'
import { usePaused } from '#client/ui/use-paused.ts'
import { OfferList, type OffersProps } from './OfferList.tsx'

/** Hashtags of the day that begin with what is typed, most used first. */
export const TagOffers = (props: OffersProps) => {
  const typed = tagOf(props.token.query)
  const wanted = usePaused(typed)
  const { data = [] } = useQuery({
    queryKey: ['tags', wanted],
    queryFn: ({ signal }) => fetchTagsFrom(wanted, signal),
    staleTime: SEARCH_FRESH,
    placeholderData: (before) => before,
  })
  const matching = data.filter(({ tag }) => tag.startsWith(typed))
  // Nothing is left to complete.
  const isWhole = matching.length === 1 && matching[0]?.tag === typed
  const offers = (isWhole ? [] : matching).map(({ tag, count }) => ({
    key: tag,
    word: `#${tag}`,
    content: <TagRow tag={tag} count={count} />,
  }))
  return <OfferList {...props} label="Hashtags" matches={offers} />
}

const TagRow = ({ tag, count }: { tag: string; count: number }) => (
  <>
    <span className="one-line min-w-0 flex-1 font-semibold">#{tag}</span>
    {count > 0 && (
      <span className="text-sm text-ink-faint">
        <Num value={count} /> {plural(count, 'post')}
      </span>
    )}
  </>
)
