import type { MessageView } from '#contract/messages.ts'
import { firstLink } from '#contract/web-addresses.ts'
import { cardsInTexts } from '#server/features/media/link-cards/cards-in-texts.ts'
import {
  areLinkCardsOn,
  onLinkCardSweep,
  releaseLinkCard,
} from '#server/features/media/link-cards/link-cards.service.ts'
import { config } from '#server/platform/config.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeOwn, write } from './change-message.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'

type Linking = Pick<MessageDocument, 'content' | 'mediaUrl' | 'hidePreview' | 'deleted'>

/** The first link, unless the message shows something else (DECISIONS row 453). */
function linkOf({ content, mediaUrl, hidePreview, deleted }: Linking): string | null {
  if (deleted || mediaUrl !== null || hidePreview || !areLinkCardsOn()) return null
  const link = firstLink(content)
  // A post of this site has its own card, and the server does not ask itself.
  return link?.startsWith(`${config.PUBLIC_URL}/`) ? null : link
}

const cards = cardsInTexts<MessageDocument, Linking>({
  job: 'message-link-card',
  linkOf,
  find: (id, tx) =>
    MessageModel.findById(id)
      .session(tx?.session ?? null)
      .lean<MessageDocument>()
      .exec(),
  authorOf: ({ senderId }) => senderId,
  show: (tx, message, linkCard) => write(tx, message, { $set: { linkCard } }),
})

export const { known: knownCardOf, readLater: readLinkLater } = cards

/** What an edit changes of the card of a message. */
export function messageLinkCardAfter(
  tx: Transaction,
  { linkCard, ...message }: MessageDocument,
  content: string,
) {
  return cards.afterEdit(tx, linkCard, { ...message, content })
}

/** Removes the card of the viewer's own message, for both people and permanently. May run again. */
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

/** Keeps the cards that messages show from the sweep. */
export const protectMessageCards = (): (() => void) =>
  onLinkCardSweep(async (cardId) => (await MessageModel.exists({ 'linkCard.cardId': cardId })) !== null)
