import { z } from 'zod'
import { BLOG_MESSAGES, SLUG } from './blog.constants.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { MediaUrl } from './media.ts'
import { ActorView } from './people.ts'
import { CreatedAtCursor } from './posts.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'

/** A blog post in a list (product section 2, Blog). */
export const BlogCardView = z
  .object({
    id: Id,
    slug: z.string(),
    title: z.string(),
    excerpt: z.string().nullable(),
    /** Markdown, line breaks kept. */
    content: z.string(),
    /** The first 300 characters of the content without its marks, with an ellipsis when there are more. */
    preview: z.string(),
    featuredImage: z.string().nullable(),
    published: z.boolean(),
    /** Null when the author's account was deleted: 'Unknown Author'. */
    author: ActorView.nullable(),
    /** Whole minutes. */
    readingMinutes: z.int().positive(),
    createdAt: Timestamp,
    /** Time of the first publication; null before. Orders the public list. */
    publishedAt: Timestamp.nullable(),
    /** When it will be published by itself; null for published articles and for drafts without a time. */
    publishAt: Timestamp.nullable(),
    updatedAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'BlogCard' })
export type BlogCardView = z.infer<typeof BlogCardView>

/** A whole blog post. */
export const BlogPostView = BlogCardView.extend({
  /** `content` as sanitised HTML. */
  html: z.string(),
}).meta({ id: 'BlogPost' })
export type BlogPostView = z.infer<typeof BlogPostView>

/** GET /api/blog/posts/{slug}/next: the article to read after this one. */
export const NextBlogView = z
  .object({
    /** The one published before it, without its content; after the oldest the newest. Null: there is no other. */
    next: BlogCardView.omit({ content: true }).nullable(),
  })
  .meta({ id: 'NextBlog' })
export type NextBlogView = z.infer<typeof NextBlogView>

/** The counts of /blog-admin (admins only). */
export const BlogCountsView = z
  .object({ total: z.int(), published: z.int(), drafts: z.int() })
  .meta({ id: 'BlogCounts' })
export type BlogCountsView = z.infer<typeof BlogCountsView>

/**
 * GET /api/blog/posts: at most 20, fewer when their contents are long. `drafts=include` is for admins;
 * `cursor` is the last item's publishedAt, or createdAt with drafts.
 */
export const BlogQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: MESSAGES.invalidInput }).optional(),
  cursor: CreatedAtCursor.optional(),
  drafts: z.enum(['include'], MESSAGES.invalidInput).optional(),
})
export type BlogQuery = z.infer<typeof BlogQuery>

const fields = {
  title: personText({
    max: LIMITS.blogTitle,
    tooLong: BLOG_MESSAGES.titleTooLong,
    empty: BLOG_MESSAGES.titleRequired,
  }).trim(),
  slug: z
    .string(BLOG_MESSAGES.slugRequired)
    .min(1, { error: BLOG_MESSAGES.slugRequired, abort: true })
    .max(LIMITS.blogSlug, { error: BLOG_MESSAGES.slugCharacters, abort: true })
    .regex(SLUG, BLOG_MESSAGES.slugCharacters),
  content: personText({
    max: LIMITS.blogContent,
    tooLong: BLOG_MESSAGES.contentTooLong,
    empty: BLOG_MESSAGES.contentRequired,
  }),
  excerpt: personText({ max: LIMITS.blogExcerpt, tooLong: BLOG_MESSAGES.excerptTooLong }).trim().nullish(),
  featuredImage: MediaUrl.nullish(),
  /** In the future, at most a year ahead; not together with `published`. Null: at no set time. */
  publishAt: z.iso.datetime(MESSAGES.invalidInput).nullish(),
}

/** POST /api/blog/posts (product sections 5, 7). */
export const CreateBlogInput = z
  .object({ ...fields, published: z.boolean(MESSAGES.invalidInput).default(false) })
  .meta({ id: 'CreateBlogInput' })
export type CreateBlogInput = z.infer<typeof CreateBlogInput>

/** POST /api/blog/preview: the Markdown of an article that is being written. */
export const BlogPreviewInput = z.object({ content: fields.content }).meta({ id: 'BlogPreviewInput' })
export type BlogPreviewInput = z.infer<typeof BlogPreviewInput>

/** The same text as sanitised HTML, as readers would see it. */
export const BlogPreviewView = z.object({ html: z.string() }).meta({ id: 'BlogPreview' })
export type BlogPreviewView = z.infer<typeof BlogPreviewView>

/**
 * PATCH /api/blog/posts/{id}: only the given fields change. With `rev`: 409 when somebody else saved in
 * between. `published: true` also ends a schedule.
 */
export const UpdateBlogInput = z
  .object({ ...fields, published: z.boolean(MESSAGES.invalidInput), rev: Rev })
  .partial()
  .meta({ id: 'UpdateBlogInput' })
export type UpdateBlogInput = z.infer<typeof UpdateBlogInput>
