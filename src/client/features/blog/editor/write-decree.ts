import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { fetchDecree, issueDecree, reviseDecree } from '#client/features/blog/data/blog.api.ts'
import { takeDecree } from '#client/features/blog/data/blog.store.ts'
import { ApiError } from '#client/live/http.ts'

/** What became of a save. `taken` and `changed` are for the writer to settle, and everything is kept. */
export type Saved =
  | { as: 'done'; decree: BlogPostView }
  | { as: 'failed'; error: unknown }
  | { as: 'taken' }
  | { as: 'changed'; theirs: BlogPostView }

/** Issues or revises. `over` is the state that is replaced: null when it was new. Never rejects. */
export async function writeDecree(over: BlogPostView | null, input: CreateBlogInput): Promise<Saved> {
  try {
    const decree = over
      ? await reviseDecree(over.id, { ...changed(over, input), rev: over.rev })
      : await issueDecree(input)
    takeDecree(decree)
    return { as: 'done', decree }
  } catch (error) {
    return settle(error, over)
  }
}

// A picture that stays is not named again: it may be another admin's upload.
const changed = (over: BlogPostView, { featuredImage, ...input }: CreateBlogInput) =>
  featuredImage === over.featuredImage ? input : { ...input, featuredImage }

async function settle(error: unknown, over: BlogPostView | null): Promise<Saved> {
  if (error instanceof ApiError && error.status === 409) {
    if (error.sentence === BLOG_MESSAGES.slugTaken) return { as: 'taken' }
    if (over) {
      const theirs = await fetchDecree(over.slug).catch(() => null)
      if (theirs) return { as: 'changed', theirs }
    }
  }
  return { as: 'failed', error }
}
