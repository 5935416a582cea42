import { Types, trusted } from 'mongoose'
import { BLOG_MAIL_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogMailsView } from '#contract/blog.mails.ts'
import { BRAND } from '#contract/brand.ts'
import { confirmedAddressOf } from '#server/features/people/users/identities.service.ts'
import { config } from '#server/platform/config.ts'
import { badRequest, conflict, isDuplicateKey } from '#server/platform/errors.ts'
import { isSigned, sign } from '#server/platform/keys.ts'
import { hashed, newLinkToken } from '#server/platform/link-tokens.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { SubscriptionModel, type SubscriptionDocument } from './subscriptions.model.ts'

/** How long the link of a letter works, hours. */
const LINK_HOURS = 48
const addressRate = rateLimit('subscribe', 3, 3600)
const networkRate = rateLimit('subscribeNetwork', 10, 3600)

const letter = (to: string, token: string): Mail => ({
  to,
  subject: `Decrees of the ${BRAND.blogName} by mail?`,
  title: 'Shall the herald call on thee?',
  words: [`Somebody, hopefully you, wants new decrees of the ${BRAND.blogName} mailed to this address.`],
  button: { label: 'Yes, bring me decrees', url: `${config.PUBLIC_URL}/blog-mail?confirm=${token}` },
  afterwards: [
    `The link works once and for ${LINK_HOURS} hours.`,
    'If it was not you, do nothing. You will get no mails.',
  ],
})

// Everything is looked up when the letter is written: the answer tells nothing, and the queue holds no token.
const postLetter = mailTemplate<{ email: string }>('decree-letter', async ({ email }) => {
  const token = newLinkToken()
  const expiresAt = new Date(clock.now() + LINK_HOURS * 3600_000)
  try {
    await SubscriptionModel.updateOne(
      { email, confirmedAt: null },
      { $set: { tokenHash: hashed(token), expiresAt } },
      { upsert: true },
    )
  } catch (error) {
    // It is confirmed already.
    if (isDuplicateKey(error)) return null
    throw error
  }
  return letter(email, token)
})

/**
 * Asks an address whether it wants new articles. Known and unknown ones get the same answer. Throws 429 after
 * 3 an hour for one e-mail address, 10 for one network.
 */
export async function askAddress(email: string, network: string): Promise<{ message: string }> {
  await networkRate.consume(network)
  await addressRate.consume(email)
  await postLetter({ email })
  return { message: BLOG_MAIL_MESSAGES.asked }
}

/** Confirms an address, once for each link. Throws 400 for an invalid link. */
export async function confirmSubscription(token: string): Promise<{ message: string }> {
  const { matchedCount } = await SubscriptionModel.updateOne(
    { tokenHash: hashed(token), expiresAt: trusted({ $gt: clock.date() }) },
    { $set: { confirmedAt: clock.date() }, $unset: { tokenHash: 1, expiresAt: 1 } },
  )
  if (matchedCount === 0) throw badRequest(BLOG_MAIL_MESSAGES.invalidLink)
  return { message: BLOG_MAIL_MESSAGES.confirmed }
}

const words = (id: string): string => `end ${id}`

/** What ends a subscription: its id and our signature, no address. */
export const endToken = (id: string): string => `${id}.${sign('subscriptions', words(id))}`

/** Ends a subscription; a second call changes nothing. Throws 400 for a token that is not ours. */
export async function endSubscription(token: string): Promise<{ message: string }> {
  const [id = '', signature = ''] = token.split('.')
  if (!Types.ObjectId.isValid(id) || !isSigned('subscriptions', words(id), signature))
    throw badRequest(BLOG_MAIL_MESSAGES.invalidLink)
  await SubscriptionModel.deleteOne({ _id: id })
  return { message: BLOG_MAIL_MESSAGES.ended }
}

const isAvailable = config.SMTP_URL !== undefined

/** What a person or a visitor may choose, and has chosen. */
export async function blogMailsOf(viewer: Viewer | null): Promise<BlogMailsView> {
  const account = viewer && (await confirmedAddressOf(viewer.id))
  const subscribed =
    viewer !== null && (await subscriptionsOf(viewer.id)).some(({ confirmedAt }) => confirmedAt !== null)
  return { available: isAvailable, address: account?.isConfirmed ? account.email : null, subscribed }
}

/** The subscriptions of a person: by the switch, and of the address of the account. */
export async function subscriptionsOf(userId: string): Promise<SubscriptionDocument[]> {
  return SubscriptionModel.find({ $or: await ownedBy(userId) }).lean<SubscriptionDocument[]>()
}

// Anybody can open an account with any address: until it is confirmed its subscription is somebody else's.
async function ownedBy(userId: string): Promise<object[]> {
  const account = await confirmedAddressOf(userId)
  return [{ userId: new Types.ObjectId(userId) }, ...(account?.isConfirmed ? [{ email: account.email }] : [])]
}

/** Switches the mails of a person on or off. Throws 409 while the account's address is not confirmed. */
export async function switchBlogMails(viewer: Viewer, on: boolean): Promise<BlogMailsView> {
  if (on) await subscribeAccount(viewer.id)
  else await SubscriptionModel.deleteMany({ $or: await ownedBy(viewer.id) })
  return blogMailsOf(viewer)
}

async function subscribeAccount(userId: string): Promise<void> {
  const account = await confirmedAddressOf(userId)
  if (!account?.isConfirmed) throw conflict(BLOG_MAIL_MESSAGES.unconfirmed)
  const own = { userId: new Types.ObjectId(userId) }
  await SubscriptionModel.updateOne(
    { email: account.email },
    [
      { $set: { ...own, confirmedAt: { $ifNull: ['$confirmedAt', '$$NOW'] } } },
      { $unset: ['tokenHash', 'expiresAt'] },
    ],
    { upsert: true, updatePipeline: true },
  )
}
