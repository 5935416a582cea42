import { BLOG_PREVIEW, readingMinutes } from '#contract/blog.constants.ts'
import type { BlogCardView, BlogPostView } from '#contract/blog.ts'
import type { ActorView } from '#contract/people.ts'
import { htmlOf } from './blog.html.ts'
import type { BlogDocument } from './blog.model.ts'

export const presentCard = (decree: BlogDocument, author: ActorView | null): BlogCardView => ({
  id: decree._id.toHexString(),
  slug: decree.slug,
  title: decree.title,
  excerpt: decree.excerpt,
  preview: previewOf(decree.content),
  featuredImage: decree.featuredImage,
  published: decree.published,
  author,
  readingMinutes: readingMinutes(decree.content),
  createdAt: decree.createdAt.toISOString(),
  publishedAt: decree.publishedAt?.toISOString() ?? null,
  updatedAt: decree.updatedAt.toISOString(),
  rev: decree.rev,
})

export const presentBlogPost = (decree: BlogDocument, author: ActorView | null): BlogPostView => ({
  ...presentCard(decree, author),
  content: decree.content,
  html: htmlOf(decree.content),
})

const MARKS = /^(?:#{1,6} |> )|\*\*|`/gm
/** A link or a picture with its text. No bracket inside, so that each opening one is tried once. */
const ADDRESSED = /!?\[([^[\]]{0,300})\]\([^()\s]{0,2048}\)/g

// The text without marks for bold, headings or links. Never cuts a surrogate pair.
function previewOf(content: string): string {
  const words = content.replace(ADDRESSED, '$1').replace(MARKS, '')
  return words.length <= BLOG_PREVIEW
    ? words
    : `${words.slice(0, BLOG_PREVIEW).replace(/[\uD800-\uDBFF]$/, '')}…`
}
