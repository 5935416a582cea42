import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { publishedSlugs } from '#server/features/blog/blog-lists.ts'
import { listedPosts } from '#server/features/posts/posts.store.ts'
import { config } from '#server/platform/config.ts'
import { escaped } from '#server/platform/markup.ts'
import { clock } from '#server/platform/clock.ts'

/** An address that search engines may list. */
export interface ListedAddress {
  path: `/${string}`
  changedAt: Date | null
}

/** Posts and blog posts in the sitemap; search engines find older ones by links. */
const MAX_ENTRIES = 1000
/** The list is cached this long. */
const FRESH_MS = 10 * 60_000

let known: { places: readonly ListedAddress[]; until: number } | null = null

/** Pages with a fixed address. */
const STATIC_PATHS = Object.keys(DESCRIPTIONS).filter(
  (path) => !path.includes(':'),
) as (keyof typeof DESCRIPTIONS & `/${string}`)[]

/**
 * Every address that search engines may list: the fixed pages, the newest posts and blog posts. Never a post
 * with a warning.
 */
export async function sitePlaces({ anew = false } = {}): Promise<readonly ListedAddress[]> {
  if (!anew && known && known.until > clock.now()) return known.places
  const [articles, posts] = await Promise.all([publishedSlugs(MAX_ENTRIES), listedPosts(MAX_ENTRIES)])
  const places: ListedAddress[] = [
    ...STATIC_PATHS.map((path) => ({ path, changedAt: null })),
    ...articles.map(({ slug, updatedAt }): ListedAddress => ({
      path: `/blog/${slug}`,
      changedAt: updatedAt,
    })),
    ...posts.map(({ id, updatedAt }): ListedAddress => ({ path: `/p/${id}`, changedAt: updatedAt })),
  ]
  known = { places, until: clock.now() + FRESH_MS }
  return places
}

export const publicUrlOf = (path: string): string => new URL(path, config.PUBLIC_URL).href

const entryOf = ({ path, changedAt }: ListedAddress): string => {
  const modified = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escaped(publicUrlOf(path))}</loc>${modified}</url>`
}

export const siteMap = (places: readonly ListedAddress[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.map(entryOf).join('\n')}
</urlset>
`

export const robots = (): string => `User-agent: *
Disallow: /api/
Disallow: /objects/

Sitemap: ${publicUrlOf('/sitemap.xml')}
`
