import { useId } from 'react'
import { LIMITS, PAGE } from '#contract/limits.ts'
import { useTrending } from '#client/features/posts/data/trending/trending.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton } from '#client/ui/Skeleton.tsx'

interface SuggestedTagsProps {
  /** Tags the text has already. */
  used: readonly string[]
  fits: (tag: string) => boolean
  onPick: (tag: string) => void
}

/** Six popular hashtags; each appends itself to the text (product section 2, Compose). */
export const SuggestedTags = ({ used, fits, onPick }: SuggestedTagsProps) => {
  const { tags, failed } = useTrending()
  const titleId = useId()
  if (failed && !tags) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-2 font-text text-sm font-semibold text-ink-soft">
        Popular hashtags
      </h2>
      {/* Cells of one size: what is below does not move when the tags come, so nobody misses a button. */}
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 *:w-40 *:shrink-0 sm:mx-0 sm:grid sm:grid-cols-3 sm:px-0 sm:*:w-auto">
        {tags?.slice(0, PAGE.suggestedTags).map(({ tag }) => (
          <Button
            key={tag}
            size="sm"
            block
            disabled={used.includes(tag) || !fits(tag)}
            onClick={() => onPick(tag)}
          >
            <span className="one-line block">#{tag}</span>
          </Button>
        )) ??
          Array.from({ length: PAGE.suggestedTags }, (_, cell) => (
            <Skeleton key={cell} shape="block" width="100%" height={36} />
          ))}
      </div>
    </section>
  )
}

/** The text with a hashtag at its end; null where it would not fit. */
export function withTag(text: string, tag: string): string | null {
  const gap = text === '' || /\s$/.test(text) ? '' : ' '
  const longer = `${text}${gap}#${tag} `
  return longer.trimEnd().length > LIMITS.postText ? null : longer.slice(0, LIMITS.postText)
}
