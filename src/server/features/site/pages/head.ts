import { BRAND } from '#contract/brand.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { BLOG_FEED } from '#contract/blog.constants.ts'
import { tabTitle } from '#contract/site.page-titles.ts'
import { config } from '#server/platform/config.ts'
import { escaped } from '#server/platform/markup.ts'

/** Metadata of a page, for search engines and for previews of links. */
export interface DocumentHead {
  readonly title: string | null
  /** The site name in its title; default: the name of the site. */
  readonly place?: string
  readonly description: string
  /** Its canonical path. Null: search engines must not list it. */
  readonly path: `/${string}` | null
  readonly type: 'website' | 'article' | 'profile'
  /** Path of its preview picture. */
  readonly image?: string | null | undefined
  /** Paths of further ones. */
  readonly moreImages?: readonly string[]
  /** The picture is the content, not an avatar or a logo. */
  readonly largeImage?: boolean
}

const EMBLEM = '/icon-512.png'

const absolute = (path: string): string => new URL(path, config.PUBLIC_URL).href

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escaped(content)}" />`

/** Feed readers find the feed of the blog by this link. */
const FEED = `<link rel="alternate" type="application/rss+xml" title="${escaped(BRAND.blogName)}" href="${escaped(absolute(BLOG_FEED))}" />`

/** The tags of the head. Escapes everything that people write. */
export function headMarkup({
  title,
  place,
  description,
  path,
  type,
  image,
  moreImages = [],
  largeImage = false,
}: DocumentHead): string {
  const own =
    path === null
      ? [meta('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escaped(absolute(path))}" />`,
          meta('property', 'og:url', absolute(path)),
        ]
  return [
    `<title>${escaped(tabTitle(title, place ?? houseName()))}</title>`,
    meta('name', 'description', description),
    ...own,
    ...(path?.startsWith('/blog') ? [FEED] : []),
    meta('property', 'og:site_name', houseName()),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title ?? houseName()),
    meta('property', 'og:description', description),
    ...[image ?? EMBLEM, ...moreImages].map((one) => meta('property', 'og:image', absolute(one))),
    meta('name', 'twitter:card', largeImage ? 'summary_large_image' : 'summary'),
  ].join('\n    ')
}
