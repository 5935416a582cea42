import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { withAuthor } from './blog-lists.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'

/** Decrees are the site's and stay; nobody has written them any more. */
export const eraseAuthorship: Erase = async ({ id }) => {
  for await (const { _id } of rowsOf(BlogModel.find({ authorId: id }, { _id: 1 }).lean())) {
    await transact(async (tx) => {
      // The decree's own id is nobody's.
      const decree = await BlogModel.findByIdAndUpdate(
        _id,
        { $set: { authorId: _id }, $inc: { rev: 1 } },
        { session: tx.session, returnDocument: 'after' },
      ).lean<BlogDocument>()
      if (decree) tx.emit('blog:updated', { decree: await withAuthor(decree) })
    })
  }
}

/** Every decree a person has issued, for their export. */
export async function* exportedBlogPosts(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const decree of rowsOf(BlogModel.find({ authorId }, { words: 0 }).lean<BlogDocument[]>())) {
    const { title, slug, excerpt, content, featuredImage, published, createdAt, publishedAt } = decree
    yield { title, slug, excerpt, content, featuredImage, published, createdAt, publishedAt }
  }
}
