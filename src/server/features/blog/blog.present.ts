import { BLOG_PREVIEW, readingMinutes } from '#contract/blog.facts.ts'
import type { BlogCardView, BlogPostView } from '#contract/blog.ts'
import type { ActorView } from '#contract/users.ts'
import type { BlogDocument } from './blog.model.ts'

/** A decree in a list. */
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

/** A whole decree. */
export const presentDecree = (decree: BlogDocument, author: ActorView | null): BlogPostView => ({ ...presentCard(decree, author), content: decree.content })

// Never half a character: a pair of surrogates stays together.
const previewOf = (content: string): string => (content.length <= BLOG_PREVIEW ? content : `${content.slice(0, BLOG_PREVIEW).replace(/[\uD800-\uDBFF]$/, '')}…`)
