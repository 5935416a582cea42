import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { createArticle, fetchArticleToEdit, updateArticle } from '#client/features/blog/data/blog.actions.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { ApiError } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/** The result of a save. With `taken` and `changed` the writer has to decide, and nothing is lost. */
export type Saved =
  | { as: 'done'; article: BlogPostView }
  | { as: 'failed'; error: unknown }
  | { as: 'taken' }
  | { as: 'changed'; theirs: BlogPostView }

/**
 * Creates or updates an article. `over` is the version that is replaced; null for a new article. Never rejects.
 */
export async function writeArticle(over: BlogPostView | null, input: CreateBlogInput): Promise<Saved> {
  try {
    const article = over
      ? await updateArticle(over.id, { ...changed(over, input), rev: over.rev })
      : await createArticle(input)
    return { as: 'done', article }
  } catch (error) {
    return explain(error, over)
  }
}

// An unchanged picture is not sent: it may be another admin's upload.
const changed = (over: BlogPostView, { featuredImage, ...input }: CreateBlogInput) =>
  featuredImage === over.featuredImage ? input : { ...input, featuredImage }

async function explain(error: unknown, over: BlogPostView | null): Promise<Saved> {
  if (error instanceof ApiError && error.status === 409) {
    if (error.sentence === BLOG_MESSAGES.slugTaken) return { as: 'taken' }
    if (over) {
      const theirs = await fetchArticleToEdit(over.id).catch(() => null)
      if (theirs) return { as: 'changed', theirs }
    }
  }
  return { as: 'failed', error }
}

type State = Pick<BlogPostView, 'published' | 'publishAt'>

/** The words of the button and of the toast, by what a save does. */
const SAVES = {
  publish: { button: 'Publish', done: 'Royal Decree Published!' },
  schedule: { button: 'Schedule', done: 'Royal Decree Scheduled!' },
  revise: { button: 'Revise Decree', done: 'Royal Decree Updated!' },
  draft: { button: 'Save draft', done: 'Royal Decree Updated!' },
  newDraft: { button: 'Save draft', done: 'Draft Saved' },
} as const

/** `before`: as the server has it. `isNew`: the writer sees it as a new article. */
export function saveWords(
  isNew: boolean,
  before: Partial<State> | null,
  { published, publishAt }: Partial<State>,
) {
  if (published) return before?.published ? SAVES.revise : SAVES.publish
  if (publishAt) return publishAt === before?.publishAt ? SAVES.revise : SAVES.schedule
  return isNew ? SAVES.newDraft : SAVES.draft
}

/** Saves and shows a toast. */
export function useSaveArticle(isNew: boolean) {
  return async (over: BlogPostView | null, input: CreateBlogInput): Promise<Saved> => {
    const saved = await writeArticle(over, input)
    if (saved.as === 'done') toast({ title: saveWords(isNew, over, saved.article).done })
    if (saved.as === 'failed')
      toastFailure(saved.error, {
        title: 'Royal Scribes Report Error',
        sentence: 'The royal proclamation could not be recorded.',
      })
    return saved
  }
}
