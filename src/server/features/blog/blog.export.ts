import { rowsOf } from '#server/platform/mongo/rows.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'

/** Every decree a person has issued, for their export. */
export async function* exportedDecrees(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const decree of rowsOf(BlogModel.find({ authorId }, { words: 0 }).lean<BlogDocument[]>())) {
    const { title, slug, excerpt, content, featuredImage, published, createdAt, publishedAt } = decree
    yield { title, slug, excerpt, content, featuredImage, published, createdAt, publishedAt }
  }
}
