import { trusted } from 'mongoose'
import { BRAND } from '#contract/brand.ts'
import { confirmedAddressOf } from '#server/features/people/users/identities.service.ts'
import { config } from '#server/platform/config.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { MailError } from '#server/platform/mail/transports.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { BlogModel, type BlogDocument } from '../blog.model.ts'
import { ArticleMailModel, SubscriptionModel, type SubscriptionDocument } from './subscriptions.model.ts'
import { endToken } from './subscriptions.service.ts'

/** Addresses between two checks of the lease. */
const BATCH = 200
/** An article that is shown again later than this after its first publication is no news. */
const NEWS_MS = 24 * 3600_000

/** Mails an article that a change has published. Each address gets it once, also when it is hidden and shown again. */
export async function enqueueMailing(
  tx: Transaction,
  before: Pick<BlogDocument, 'published'> | null,
  { _id, published, publishedAt }: BlogDocument,
): Promise<void> {
  const isNews = publishedAt !== null && publishedAt.getTime() > clock.now() - NEWS_MS
  if (!published || before?.published || !isNews) return
  const articleId = _id.toHexString()
  await mailing.enqueue({ decreeId: articleId }, { tx, key: articleId })
}

const mailing = defineJob<{ decreeId: string }, { after: string }>({
  kind: 'mail-decree',
  does: 'Queues a mail about an article for each address that wants it, in the order of their ids.',
  run: async ({ decreeId }, { signal, progress, saveProgress }) => {
    const article = await publishedArticle(decreeId)
    if (!article) return
    let after = progress?.after
    while (!signal.aborted) {
      const ids = await addressesAfter(after, article.publishedAt!)
      if (ids.length === 0) return
      await Promise.all(
        ids.map((subscriptionId) =>
          postArticle.once({ decreeId, subscriptionId }, `${decreeId}:${subscriptionId}`),
        ),
      )
      after = ids.at(-1)!
      await saveProgress({ after })
    }
    return { againAfterMs: 0 }
  },
})

/** Who comes later than the article does not get it, so that nobody gets it twice by subscribing again. */
async function addressesAfter(after: string | undefined, publishedAt: Date): Promise<string[]> {
  const found = await SubscriptionModel.find(
    { confirmedAt: trusted({ $lte: publishedAt }), ...(after && { _id: trusted({ $gt: after }) }) },
    { _id: 1 },
  )
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean<Pick<SubscriptionDocument, '_id'>[]>()
  return found.map(({ _id }) => _id.toHexString())
}

const publishedArticle = (id: string): Promise<BlogDocument | null> =>
  BlogModel.findOne({ _id: id, published: true }, { words: 0, content: 0 }).lean<BlogDocument>()

type About = Readonly<{ decreeId: string; subscriptionId: string }>

const postArticle = mailTemplate<About>(
  'decree',
  async (about) => {
    const article = await publishedArticle(about.decreeId)
    const email = article && (await currentAddress(about.subscriptionId))
    if (!email || !(await claim(about))) return null
    const end = endToken(about.subscriptionId)
    return {
      to: email,
      subject: article.title,
      title: article.title,
      words: article.excerpt ? [article.excerpt] : [`A new decree stands in the ${BRAND.blogName}.`],
      button: { label: 'Read Full Decree', url: `${config.PUBLIC_URL}/blog/${article.slug}` },
      afterwards: [`You get this mail because this address subscribed to the ${BRAND.blogName}.`],
      unsubscribe: {
        page: `${config.PUBLIC_URL}/blog-mail?end=${end}`,
        call: `${config.PUBLIC_URL}/api/blog/mails/end/${end}`,
      },
      messageId: `<${about.decreeId}.${about.subscriptionId}@${new URL(config.PUBLIC_URL).hostname}>`,
    }
  },
  {
    failed: async (about, error) => {
      const isNoAddress = error instanceof MailError && error.isNoAddress
      if (isNoAddress) await SubscriptionModel.deleteOne({ _id: about.subscriptionId })
      // The mail server did not take it, so the next attempt is not a second mail.
      else await ArticleMailModel.deleteOne({ _id: claimOf(about) })
      return isNoAddress
    },
  },
)

const claimOf = ({ decreeId, subscriptionId }: About): string => `${decreeId}:${subscriptionId}`

/**
 * Notes that the mail is sent from here on; false when it was noted before. After a kill nobody knows whether
 * the mail server has taken it: it is not sent again.
 */
async function claim(about: About): Promise<boolean> {
  try {
    await ArticleMailModel.create({ _id: claimOf(about), at: clock.date() })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** The address to mail to; null when the subscription has ended. That of an account follows its changes. */
async function currentAddress(id: string): Promise<string | null> {
  const found = await SubscriptionModel.findOne({
    _id: id,
    confirmedAt: trusted({ $ne: null }),
  }).lean<SubscriptionDocument>()
  if (!found?.userId) return found?.email ?? null
  const account = await confirmedAddressOf(found.userId.toHexString())
  if (account?.email === found.email) return found.email
  if (!account?.isConfirmed) {
    await SubscriptionModel.deleteOne({ _id: id })
    return null
  }
  try {
    await SubscriptionModel.updateOne({ _id: id }, { $set: { email: account.email } })
    return account.email
  } catch (error) {
    // The new address has a subscription of its own, which gets the mail.
    if (!isDuplicateKey(error)) throw error
    await SubscriptionModel.deleteOne({ _id: id })
    return null
  }
}
