import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { exportedFields } from '#server/shared/exported-fields.ts'
import { withAuthor } from './blog-lists.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'
import { SubscriptionModel } from './mails/subscriptions.model.ts'
import { subscriptionsOf } from './mails/subscriptions.service.ts'
import {
  ArticleReactionModel,
  OWN_REACTIONS,
  type ArticleReactionDocument,
} from './reactions/reactions.model.ts'
import { withdrawArticleReaction } from './reactions/reactions.service.ts'

/** Articles belong to the site and stay, without their author. */
export const eraseAuthorship: Erase = async ({ id }, { signal }) => {
  const own = BlogModel.find({ authorId: id }, { _id: 1 }).lean<Pick<BlogDocument, '_id'>[]>()
  const disown = ({ _id }: Pick<BlogDocument, '_id'>) =>
    transact(async (tx) => {
      // The article's own id belongs to nobody.
      const article = await BlogModel.findByIdAndUpdate(
        _id,
        { $set: { authorId: _id }, $inc: { rev: 1 } },
        { session: tx.session, returnDocument: 'after' },
      ).lean<BlogDocument>()
      if (article) tx.emit('blog:updated', { decree: await withAuthor(article) })
    })
  await sweep(rowsOf(own), disown, signal)
}

/** Also the subscription of the address that was made without the account, if the address was the person's. */
export const eraseSubscriptions: Erase = async ({ id, email, isConfirmed }) =>
  void (await SubscriptionModel.deleteMany({ $or: [{ userId: id }, ...(isConfirmed ? [{ email }] : [])] }))

/** A person's subscription, for their export. */
export async function* exportedSubscriptions(userId: string): AsyncGenerator<Record<string, unknown>> {
  for (const { email, confirmedAt } of await subscriptionsOf(userId)) yield { email, confirmedAt }
}

const asItIs = exportedFields<BlogDocument>({
  _id: false,
  slug: true,
  title: true,
  content: true,
  excerpt: true,
  featuredImage: true,
  published: true,
  authorId: false,
  words: false,
  createdAt: true,
  publishedAt: true,
  publishAt: true,
  updatedAt: false,
  rev: false,
  reactions: false,
})

/** A person's articles, for their export. */
export async function* exportedBlogPosts(authorId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const article of rowsOf(BlogModel.find({ authorId }, { words: 0 }).lean<BlogDocument[]>()))
    yield { publishAt: null, ...asItIs(article) }
}

/** Takes every reaction of a person to an article back, and corrects the counts. */
export const eraseArticleReactions: Erase = async ({ id: userId }, { signal }) => {
  const own = ArticleReactionModel.find({ userId }, { decreeId: 1 }).lean<
    Pick<ArticleReactionDocument, 'decreeId'>[]
  >()
  await sweep(rowsOf(own), ({ decreeId }) => withdrawArticleReaction(userId, decreeId), signal)
}

/** A person's reactions to articles, for their export. */
export async function* exportedArticleReactions(userId: string): AsyncGenerator<Record<string, unknown>> {
  const own = ArticleReactionModel.find({ userId }).sort(OWN_REACTIONS).lean<ArticleReactionDocument[]>()
  for await (const { decreeId, emoji, createdAt } of rowsOf(own)) {
    const article = await BlogModel.findOne({ _id: decreeId, published: true }, { slug: 1 }).lean<
      Pick<BlogDocument, 'slug'>
    >()
    yield { decreeId: decreeId.toHexString(), slug: article?.slug ?? null, emoji, createdAt }
  }
}
