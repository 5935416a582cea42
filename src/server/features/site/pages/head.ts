import { BRAND } from '#contract/brand.ts'
import { BLOG_FEED } from '#contract/blog.constants.ts'
import { tabTitle } from '#contract/site.page-titles.ts'
import { config } from '#server/platform/config.ts'
import { escaped } from '#server/platform/markup.ts'

/** What a page says about itself to search engines and to whoever unfolds a link to it. */
export interface Head {
  readonly title: string | null
  /** What its title names as the place, when that is not the house. */
  readonly place?: string
  readonly description: string
  /** Its one address. Null: search engines shall not list it. */
  readonly path: `/${string}` | null
  readonly type: 'website' | 'article' | 'profile'
  /** Path of a picture that stands for it. */
  readonly image?: string | null | undefined
  /** The picture is what it is about, and not a face or an emblem. */
  readonly largeImage?: boolean
}

const EMBLEM = '/icon-512.png'

const absolute = (path: string): string => new URL(path, config.PUBLIC_URL).href

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escaped(content)}" />`

/** By this a reader of feeds finds the decrees from any page of theirs. */
const FEED = `<link rel="alternate" type="application/rss+xml" title="${escaped(BRAND.blogName)}" href="${escaped(absolute(BLOG_FEED))}" />`

/** The tags, in one place of the document. Everything that people write is escaped here. */
export function headMarkup({
  title,
  place,
  description,
  path,
  type,
  image,
  largeImage = false,
}: Head): string {
  const own =
    path === null
      ? [meta('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escaped(absolute(path))}" />`,
          meta('property', 'og:url', absolute(path)),
        ]
  return [
    `<title>${escaped(tabTitle(title, place))}</title>`,
    meta('name', 'description', description),
    ...own,
    ...(path?.startsWith('/blog') ? [FEED] : []),
    meta('property', 'og:site_name', BRAND.name),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title ?? BRAND.name),
    meta('property', 'og:description', description),
    meta('property', 'og:image', absolute(image ?? EMBLEM)),
    meta('name', 'twitter:card', largeImage ? 'summary_large_image' : 'summary'),
  ].join('\n    ')
}
