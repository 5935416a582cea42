import { cardLink } from '#contract/web-addresses.ts'
import {
  areLinkCardsOn,
  knownLinkCard,
  linkCardOf,
  onLinkCardSweep,
  releaseLinkCard,
} from '#server/features/media/link-cards/link-cards.service.ts'
import { HttpError } from '#server/platform/errors.ts'
import { defineJob, type Again } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { PostModel, type PostRecord } from './posts.model.ts'
import { changePost, postLock, recordsOf } from './posts.store.ts'

type Linking = Pick<PostRecord, 'text' | 'mediaUrl' | 'poll' | 'quotedId' | 'hidePreview'>

/** The address whose card a post shows. */
const linkOf = (post: Linking): string | null => (areLinkCardsOn() ? cardLink(post) : null)

/** The card of a new post, if it is known without reading a page. */
export async function knownCardOf(post: Linking): Promise<Pick<PostRecord, 'linkCard'>> {
  const link = linkOf(post)
  const linkCard = link && (await knownLinkCard(link))
  return linkCard ? { linkCard } : {}
}

/** Adds the card to a post that has none yet, after this commit. */
export async function readLinkLater(tx: Transaction, post: PostRecord): Promise<void> {
  if (post.linkCard || linkOf(post) === null) return
  const postId = post._id.toHexString()
  await reading.enqueue({ postId }, { tx, key: postId })
}

/** What an edit changes of the card: it stays with its link, and goes with it. */
export async function linkCardAfter(
  tx: Transaction,
  post: PostRecord,
  text: string,
): Promise<{ $set?: Pick<PostRecord, 'linkCard'>; $unset?: { linkCard: 1 } }> {
  const { linkCard: before, ...withoutCard } = post
  const edited = { ...withoutCard, text }
  const link = linkOf(edited)
  if (before && before.url === link) return {}
  if (before) await releaseLinkCard(tx, before)
  const known = await knownCardOf(edited)
  if (known.linkCard) return { $set: known }
  await readLinkLater(tx, edited)
  return before ? { $unset: { linkCard: 1 } } : {}
}

/** A person has had too many pages read, or the server has too many to read. */
const LATER: Again = { againAfterMs: 15_000 }

const reading = defineJob<{ postId: string }>({
  kind: 'link-card',
  concurrency: 4,
  maxAttempts: 5,
  limitMs: 60_000,
  // A card that comes so late would only move the posts below it.
  expiresAfterMs: 3600_000,
  run: ({ postId }, { signal }) => addCard(postId, signal),
})

async function addCard(postId: string, signal: AbortSignal): Promise<void | Again> {
  const [post] = await recordsOf([postId])
  const link = post ? linkOf(post) : null
  if (!post || link === null) return
  try {
    const linkCard = await linkCardOf(link, { id: post.authorId.toHexString() }, signal)
    if (linkCard) await showCard(postId, linkCard)
  } catch (error) {
    if (error instanceof HttpError && (error.status === 429 || error.status === 503)) return LATER
    throw error
  }
}

/** The post may have been edited or deleted meanwhile; an edit has asked for its own card. */
const showCard = (postId: string, linkCard: NonNullable<PostRecord['linkCard']>): Promise<void> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const [post] = await recordsOf([postId], tx)
      if (!post || post.linkCard || linkOf(post) !== linkCard.url) return
      await changePost(tx, postId, { $set: { linkCard } })
    }),
  )

/** Keeps the cards that posts show from the sweep. */
export const keepShownCards = (): (() => void) =>
  onLinkCardSweep(async (cardId) => (await PostModel.exists({ 'linkCard.cardId': cardId })) !== null)
