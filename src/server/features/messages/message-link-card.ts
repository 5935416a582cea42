import type { MessageView } from '#contract/messages.ts'
import { firstLink } from '#contract/web-addresses.ts'
import {
  areLinkCardsOn,
  knownLinkCard,
  linkCardOf,
  onLinkCardSweep,
  releaseLinkCard,
} from '#server/features/media/link-cards/link-cards.service.ts'
import { config } from '#server/platform/config.ts'
import { HttpError, notFound } from '#server/platform/errors.ts'
import { defineJob, type Again } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeOwn, write } from './change-message.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'

type Linking = Pick<MessageDocument, 'content' | 'mediaUrl' | 'hidePreview' | 'deleted'>

/** The address whose card a message shows: its first link, unless it shows something else (DECISIONS row 453). */
function linkOf({ content, mediaUrl, hidePreview, deleted }: Linking): string | null {
  if (deleted || mediaUrl !== null || hidePreview || !areLinkCardsOn()) return null
  const link = firstLink(content)
  // A post of this site has its own card, and the server does not ask itself.
  return link?.startsWith(`${config.PUBLIC_URL}/`) ? null : link
}

/** The card of a new message, if it is known without reading a page. */
export async function knownCardOf(message: Linking): Promise<Pick<MessageDocument, 'linkCard'>> {
  const link = linkOf(message)
  const linkCard = link && (await knownLinkCard(link))
  return linkCard ? { linkCard } : {}
}

/** Adds the card to a message that has none yet, after this commit, or after the write that came before. */
export async function readLinkLater(message: MessageDocument, tx?: Transaction): Promise<void> {
  if (message.linkCard || linkOf(message) === null) return
  const messageId = message._id.toHexString()
  await reading.enqueue({ messageId }, { key: messageId, ...(tx && { tx }) })
}

/** What an edit changes of the card: it stays with its link, and goes with it. */
export async function linkCardAfter(
  tx: Transaction,
  message: MessageDocument,
  content: string,
): Promise<{ $set?: Pick<MessageDocument, 'linkCard'>; $unset?: { linkCard: 1 } }> {
  const { linkCard: before, ...withoutCard } = message
  const edited = { ...withoutCard, content }
  if (before && before.url === linkOf(edited)) return {}
  if (before) await releaseLinkCard(tx, before)
  const known = await knownCardOf(edited)
  if (known.linkCard) return { $set: known }
  await readLinkLater(edited, tx)
  return before ? { $unset: { linkCard: 1 } } : {}
}

/** Removes the card of the viewer's own message, for both people and for good. May run again. */
export const hidePreview = (
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<MessageView> =>
  changeOwn(viewer, conversationId, messageId, async (message, { tx }) => {
    if (message.deleted) throw notFound()
    if (message.hidePreview) return message
    if (message.linkCard) await releaseLinkCard(tx, message.linkCard)
    return write(tx, message, { $set: { hidePreview: true }, $unset: { linkCard: 1 } })
  })

/** A person has had too many pages read, or the server has too many to read. */
const LATER: Again = { againAfterMs: 15_000 }

const reading = defineJob<{ messageId: string }>({
  kind: 'message-link-card',
  concurrency: 4,
  maxAttempts: 5,
  limitMs: 60_000,
  // A card that comes so late would only move the messages around it.
  expiresAfterMs: 3600_000,
  run: ({ messageId }, { signal }) => addCard(messageId, signal),
})

async function addCard(messageId: string, signal: AbortSignal): Promise<void | Again> {
  const message = await MessageModel.findById(messageId).lean<MessageDocument>()
  const link = message && linkOf(message)
  if (!message || !link) return
  try {
    const linkCard = await linkCardOf(link, { id: message.senderId.toHexString() }, signal)
    if (linkCard) await showCard(messageId, linkCard)
  } catch (error) {
    if (error instanceof HttpError && (error.status === 429 || error.status === 503)) return LATER
    throw error
  }
}

/** The message may have been edited or deleted meanwhile; an edit has asked for its own card. */
const showCard = (messageId: string, linkCard: NonNullable<MessageDocument['linkCard']>): Promise<void> =>
  transact(async (tx) => {
    const message = await MessageModel.findById(messageId).session(tx.session).lean<MessageDocument>()
    if (!message || message.linkCard || linkOf(message) !== linkCard.url) return
    await write(tx, message, { $set: { linkCard } })
  })

/** Keeps the cards that messages show from the sweep. */
export const keepMessageCards = (): (() => void) =>
  onLinkCardSweep(async (cardId) => (await MessageModel.exists({ 'linkCard.cardId': cardId })) !== null)
