import type { z } from 'zod'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'

/** What the form holds before the contract has looked at it. */
export type DecreeFields = z.input<typeof CreateBlogInput>

/** A decree as the form holds it. */
export const fieldsOf = ({
  title,
  slug,
  content,
  excerpt,
  featuredImage,
  published,
}: BlogPostView): DecreeFields => ({ title, slug, content, excerpt: excerpt ?? '', featuredImage, published })
