import { Types } from 'mongoose'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView, CreateBlogInput, UpdateBlogInput } from '#contract/blog.ts'
import { resolveUpload } from '#server/features/media/media-links.ts'
import { swapPicture } from '#server/features/media/media-uses.ts'
import { conflict, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rebuildFields } from '#server/platform/mongo/derived-field.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { BlogModel, articleLock, type BlogDocument } from './blog.model.ts'
import { auditArticle, replaceArticle, tellOf, revisionWordsOf } from './blog-revisions.ts'
import { enqueueMailing } from './mails/article-mails.service.ts'
import { enqueuePublication, publicationOf } from './blog-schedule.ts'
import { clearReactionsLater } from './reactions/reactions.service.ts'

const arrivedPicture = async (viewer: Viewer, address: string | null | undefined) =>
  address && resolveUpload(viewer, address, 'blog')

/**
 * Creates an article. Throws 409 when its slug is taken (the unique index decides between two at the same
 * moment), and 400 when it cannot be scheduled for this time.
 */
export async function createBlogPost(viewer: Viewer, input: CreateBlogInput): Promise<BlogPostView> {
  const picture = await arrivedPicture(viewer, input.featuredImage)
  const draft = newArticle(viewer, input)
  return uniqueSlug(async (tx) => {
    const article = {
      ...draft,
      featuredImage:
        (await swapPicture(tx, viewer, { purpose: 'blog', id: draft._id, before: null, after: picture })) ??
        null,
    }
    await BlogModel.insertMany([article], { session: tx.session, lean: true })
    await auditArticle(tx, viewer, null, article)
    await enqueuePublication(tx, null, article)
    await enqueueMailing(tx, null, article)
    return tellOf(tx, article)
  })
}

function newArticle(
  viewer: Viewer,
  { title, slug, content, excerpt, ...given }: CreateBlogInput,
): BlogDocument {
  const now = clock.date()
  const { published, publishAt } = publicationOf(null, given)
  const texts = { title, content, excerpt: excerpt || null }
  return {
    _id: clock.id(),
    slug,
    ...texts,
    featuredImage: null,
    published,
    authorId: new Types.ObjectId(viewer.id),
    words: revisionWordsOf(texts),
    createdAt: now,
    publishedAt: published ? now : null,
    publishAt,
    updatedAt: now,
    rev: 1,
  }
}

/** Rebuilds the search words of the next articles. */
export const rebuildBlogWords: Part = (after) =>
  rebuildFields<BlogDocument, 'title' | 'excerpt' | 'content', 'words'>(
    {
      collection: BlogModel.collection,
      fields: ['words'],
      sources: ['title', 'excerpt', 'content'],
      derive: (article) => ({ words: revisionWordsOf(article) }),
    },
    after,
  )

/**
 * Changes the given fields. Throws 404, 409 when the slug is taken, 409 when `rev` is given and another
 * admin has saved since, and 400 when it cannot be scheduled for this time.
 */
export async function updateBlogPost(
  viewer: Viewer,
  id: string,
  { rev, ...given }: UpdateBlogInput,
): Promise<BlogPostView> {
  const picture = await arrivedPicture(viewer, given.featuredImage)
  const change = async (tx: Transaction) => {
    const current = await BlogModel.findById(id).session(tx.session).lean<BlogDocument>()
    if (!current) throw notFound(BLOG_MESSAGES.notFound)
    if (rev !== undefined && rev !== current.rev) throw conflict(BLOG_MESSAGES.changed)
    const swapped = await swapPicture(tx, viewer, {
      purpose: 'blog',
      id: current._id,
      before: current.featuredImage,
      after: picture,
    })
    const next = {
      ...current,
      ...given,
      ...publicationOf(current, given),
      excerpt: given.excerpt === undefined ? current.excerpt : given.excerpt || null,
      featuredImage: swapped === undefined ? current.featuredImage : swapped,
    }
    await enqueuePublication(tx, current, next)
    return replaceArticle(tx, viewer, current, next)
  }
  return oneAtATime(articleLock(id), () => uniqueSlug(change))
}

/** Deletes an article. Throws 404 when it is deleted already. */
export async function deleteBlogPost(viewer: Viewer, id: string): Promise<void> {
  const remove = async (tx: Transaction) => {
    const gone = await BlogModel.findByIdAndDelete(id).session(tx.session).lean<BlogDocument>()
    if (!gone) throw notFound(BLOG_MESSAGES.notFound)
    await swapPicture(
      tx,
      { id: gone.authorId.toHexString() },
      { purpose: 'blog', id: gone._id, before: gone.featuredImage, after: null },
    )
    await auditArticle(tx, viewer, gone, null)
    await clearReactionsLater(tx, id)
    tx.emit('blog:deleted', { id, rev: gone.rev + 1 })
  }
  await oneAtATime(articleLock(id), () => transact(remove))
}

async function uniqueSlug(write: (tx: Transaction) => Promise<BlogPostView>): Promise<BlogPostView> {
  try {
    return await transact(write)
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict(BLOG_MESSAGES.slugTaken)
    throw error
  }
}
