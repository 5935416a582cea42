import { Router } from 'express'
import { BRAND } from '#contract/brand.ts'
import { BLOG_FEED } from '#contract/blog.constants.ts'
import type { BlogPostView } from '#contract/blog.ts'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { config } from '#server/platform/config.ts'
import { escaped } from '#server/platform/markup.ts'
import { limitRate } from '#server/platform/rate-limit.ts'
import { newestBlogPosts } from './blog-lists.ts'

/** The newest articles as RSS 2.0. */
export function blogFeed(): Router {
  return Router().get(BLOG_FEED, limitRate('read'), async (_req, res) => {
    res
      .type('application/rss+xml')
      .set('Cache-Control', 'public, max-age=300')
      .send(rss(await newestBlogPosts()))
  })
}

const rss = (articles: readonly BlogPostView[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${BRAND.blogName}</title>
<link>${address('/blog')}</link>
<description>${escaped(DESCRIPTIONS['/blog'])}</description>
<language>en</language>
<atom:link href="${address(BLOG_FEED)}" rel="self" type="application/rss+xml"/>
${articles.map(item).join('\n')}
</channel>
</rss>
`

const item = ({
  slug,
  title,
  excerpt,
  preview,
  author,
  publishedAt,
  createdAt,
  html,
}: BlogPostView): string => `<item>
<title>${escaped(title)}</title>
<link>${address(`/blog/${slug}`)}</link>
<guid>${address(`/blog/${slug}`)}</guid>
<pubDate>${new Date(publishedAt ?? createdAt).toUTCString()}</pubDate>
<dc:creator>${escaped(author?.displayName ?? 'Unknown Author')}</dc:creator>
<description>${escaped(excerpt ?? preview)}</description>
<content:encoded>${escaped(withWholeAddresses(html))}</content:encoded>
</item>`

/**
 * A feed reader does not know the site of a path. Our HTML writes each attribute the same way, so a pattern
 * suffices.
 */
const withWholeAddresses = (html: string): string =>
  html.replace(/ (href|src)="(\/(?!\/)[^"]*)"/g, (_all, name: string, path: string) => {
    return ` ${name}="${address(path.replaceAll('&amp;', '&'))}"`
  })

const address = (path: string): string => escaped(new URL(path, config.PUBLIC_URL).href)
