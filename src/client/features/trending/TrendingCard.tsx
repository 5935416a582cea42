import { useTrendingList } from '#client/entities/trending/trending.live.ts'
import { Card } from '#client/ui/Card.tsx'
import { TrendingTags } from './TrendingTags.tsx'

const SHOWN = 5

/** The right column's short list; absent until there is one, and while the column is. It moves with the feed, and sets off no pushes of its own. */
export const TrendingCard = ({ awake }: { awake: boolean }) => {
  const { tags } = useTrendingList(awake)
  return awake && tags ? (
    <Card title="Trending" flush>
      <TrendingTags tags={tags.slice(0, SHOWN)} label="Trending hashtags" />
    </Card>
  ) : null
}
