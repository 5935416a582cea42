import { cardLink } from '#contract/web-addresses.ts'
import { cardsInTexts } from '#server/features/media/link-cards/cards-in-texts.ts'
import { areLinkCardsOn, onLinkCardSweep } from '#server/features/media/link-cards/link-cards.service.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { PostModel, type PostRecord } from './posts.model.ts'
import { changePost, postLock, recordsOf } from './posts.store.ts'

type Linking = Pick<PostRecord, 'text' | 'mediaUrl' | 'poll' | 'quotedId' | 'hidePreview'>

const cards = cardsInTexts<PostRecord, Linking>({
  job: 'link-card',
  linkOf: (post) => (areLinkCardsOn() ? cardLink(post) : null),
  find: async (id, tx) => (await recordsOf([id], tx))[0] ?? null,
  authorOf: ({ authorId }) => authorId,
  show: (tx, { _id }, linkCard) => changePost(tx, _id.toHexString(), { $set: { linkCard } }),
  inTurn: (id, write) => oneAtATime(postLock(id), write),
})

export const { known: knownCardOf, readLater: readLinkLater } = cards

/** What an edit changes of the card of a post. */
export function postLinkCardAfter(tx: Transaction, { linkCard, ...post }: PostRecord, text: string) {
  return cards.afterEdit(tx, linkCard, { ...post, text })
}

/** Keeps the cards that posts show from the sweep. */
export const protectPostCards = (): (() => void) =>
  onLinkCardSweep(async (cardId) => (await PostModel.exists({ 'linkCard.cardId': cardId })) !== null)
