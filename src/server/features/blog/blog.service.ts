import { Types } from 'mongoose'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView, CreateBlogInput, UpdateBlogInput } from '#contract/blog.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { resolveUpload } from '#server/features/media/media.links.ts'
import { swapPicture } from '#server/features/media/media.uses.ts'
import { conflict, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { rebuildField } from '#server/platform/mongo/derived-field.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { wordsIn } from '#server/platform/words.ts'
import { withAuthor } from './blog-lists.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'

const arrivedPicture = async (viewer: Viewer, address: string | null | undefined) =>
  address && resolveUpload(viewer, address, 'blog')

/**
 * Creates an article. Throws 409 when its slug is taken; the unique index decides between two at the same
 * moment.
 */
export async function createBlogPost(viewer: Viewer, input: CreateBlogInput): Promise<BlogPostView> {
  const picture = await arrivedPicture(viewer, input.featuredImage)
  const draft = newDecree(viewer, input)
  return told(async (tx) => {
    const decree = {
      ...draft,
      featuredImage:
        (await swapPicture(tx, viewer, { purpose: 'blog', id: draft._id, before: null, after: picture })) ??
        null,
    }
    await BlogModel.insertMany([decree], { session: tx.session, lean: true })
    await noteDecree(tx, viewer, null, decree)
    return decree
  })
}

function newDecree(
  viewer: Viewer,
  { title, slug, content, excerpt, published }: CreateBlogInput,
): BlogDocument {
  const now = new Date()
  const texts = { title, content, excerpt: excerpt || null }
  return {
    _id: new Types.ObjectId(),
    slug,
    ...texts,
    featuredImage: null,
    published,
    authorId: new Types.ObjectId(viewer.id),
    words: wordsOf(texts),
    createdAt: now,
    publishedAt: published ? now : null,
    updatedAt: now,
    rev: 1,
  }
}

const wordsOf = ({
  title,
  excerpt,
  content,
}: Pick<BlogDocument, 'title' | 'excerpt' | 'content'>): string[] =>
  wordsIn(`${title}\n${excerpt ?? ''}\n${content}`)

/** Rebuilds the search words of the next articles. */
export const rebuildBlogWords: Part = (after) =>
  rebuildField<BlogDocument, 'title' | 'excerpt' | 'content'>(
    {
      collection: BlogModel.collection,
      field: 'words',
      sources: ['title', 'excerpt', 'content'],
      derive: wordsOf,
    },
    after,
  )

/**
 * Changes the given fields. Throws 404, 409 when the slug is taken, and 409 when `rev` is given and another
 * admin has saved since.
 */
export async function updateBlogPost(
  viewer: Viewer,
  id: string,
  { rev, ...given }: UpdateBlogInput,
): Promise<BlogPostView> {
  const picture = await arrivedPicture(viewer, given.featuredImage)
  return told(async (tx) => {
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
      excerpt: given.excerpt === undefined ? current.excerpt : given.excerpt || null,
      featuredImage: swapped === undefined ? current.featuredImage : swapped,
    }
    const now = new Date()
    const change = {
      ...next,
      words: wordsOf(next),
      publishedAt: next.published ? (current.publishedAt ?? now) : current.publishedAt,
      updatedAt: now,
      rev: current.rev + 1,
    }
    await BlogModel.replaceOne({ _id: current._id }, change, { session: tx.session })
    await noteDecree(tx, viewer, current, change)
    return change
  })
}

/** Deletes an article. Throws 404 when it is deleted already. */
export async function deleteBlogPost(viewer: Viewer, id: string): Promise<void> {
  await transact(async (tx) => {
    const gone = await BlogModel.findByIdAndDelete(id).session(tx.session).lean<BlogDocument>()
    if (!gone) throw notFound(BLOG_MESSAGES.notFound)
    await swapPicture(
      tx,
      { id: gone.authorId.toHexString() },
      { purpose: 'blog', id: gone._id, before: gone.featuredImage, after: null },
    )
    await noteDecree(tx, viewer, gone, null)
    tx.emit('blog:deleted', { id, rev: gone.rev + 1 })
  })
}

/** Audits only what the public sees or saw: drafts are saved at every pause. */
async function noteDecree(
  tx: Transaction,
  admin: Viewer,
  before: BlogDocument | null,
  after: BlogDocument | null,
): Promise<void> {
  const [was, is] = [before?.published ?? false, after?.published ?? false]
  if (!was && !is) return
  const action = !after ? 'decree.delete' : !was ? 'decree.publish' : is ? 'decree.change' : 'decree.withdraw'
  const target = { type: 'decree', id: (after ?? before)!._id.toHexString() } as const
  await recordAdminAction(tx, {
    admin,
    action,
    target,
    before: before && { published: was, authorId: before.authorId.toHexString() },
    after: after && { published: is },
  })
}

async function told(write: (tx: Transaction) => Promise<BlogDocument>): Promise<BlogPostView> {
  try {
    return await transact(async (tx) => {
      const decree = await withAuthor(await write(tx))
      tx.emit('blog:updated', { decree })
      return decree
    })
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict(BLOG_MESSAGES.slugTaken)
    throw error
  }
}
