import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { withAuthor } from './blog-lists.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'
import { SubscriptionModel } from './mails/subscriptions.model.ts'
import { subscriptionsOf } from './mails/subscriptions.service.ts'

/** Articles belong to the site and stay, without their author. */
export const eraseAuthorship: Erase = async ({ id }) => {
  for await (const { _id } of rowsOf(BlogModel.find({ authorId: id }, { _id: 1 }).lean())) {
    await transact(async (tx) => {
      // The article's own id belongs to nobody.
      const decree = await BlogModel.findByIdAndUpdate(
        _id,
        { $set: { authorId: _id }, $inc: { rev: 1 } },
        { session: tx.session, returnDocument: 'after' },
      ).lean<BlogDocument>()
      if (decree) tx.emit('blog:updated', { decree: await withAuthor(decree) })
    })
  }
}

/** Also the subscription of the address that was made without the account, if the address was the person's. */
export const eraseSubscriptions: Erase = async ({ id, email, isConfirmed }) =>
  void (await SubscriptionModel.deleteMany({ $or: [{ userId: id }, ...(isConfirmed ? [{ email }] : [])] }))

/** A person's subscription, for their export. */
export async function* exportedSubscriptions(userId: string): AsyncGenerator<Record<string, unknown>> {
  for (const { email, confirmedAt } of await subscriptionsOf(userId)) yield { email, confirmedAt }
}

/** A person's articles, for their export. */
export async function* exportedBlogPosts(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const decree of rowsOf(BlogModel.find({ authorId }, { words: 0 }).lean<BlogDocument[]>())) {
    const { title, slug, excerpt, content, featuredImage, published } = decree
    const { createdAt, publishedAt, publishAt = null } = decree
    yield { title, slug, excerpt, content, featuredImage, published, createdAt, publishedAt, publishAt }
  }
}
