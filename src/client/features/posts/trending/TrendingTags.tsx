import { Link } from 'react-router-dom'
import type { TrendingTagView } from '#contract/posts.ts'
import { Num } from '#client/ui/Num.tsx'
import './TrendingTags.css'

/** Hashtags and how many posts of the day carry them; each leads to its search. */
export const TrendingTags = ({ tags, label }: { tags: readonly TrendingTagView[]; label: string }) => (
  <ul aria-label={label} className="divide-y divide-hairline">
    {tags.map(({ tag, count }) => (
      <li key={tag} className="rf-trend">
        <Link to={`/search?tag=${encodeURIComponent(tag)}`} dir="auto" className="rf-trend-tag one-line">
          #{tag}
        </Link>
        {count > 0 && (
          <span className="rf-trend-count tabular">
            <Num value={count} /> {count === 1 ? 'post' : 'posts'}
          </span>
        )}
      </li>
    ))}
  </ul>
)
