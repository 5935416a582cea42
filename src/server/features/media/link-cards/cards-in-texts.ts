import type { Types } from 'mongoose'
import { HttpError } from '#server/platform/errors.ts'
import { defineJob, type Again } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { LinkCardSnapshot } from './link-cards.present.ts'
import { knownLinkCard, linkCardOf, releaseLinkCard } from './link-cards.service.ts'

/** A text that may show the card of a link. */
interface CardedText {
  _id: Types.ObjectId
  linkCard?: LinkCardSnapshot
}

type Card = Pick<CardedText, 'linkCard'>

/** What one kind of texts (posts, messages) has of its own. `L`: the fields that decide which link has a card. */
interface TextKind<T extends CardedText, L> {
  /** Kind of the job that reads a page. */
  job: string
  /** The address whose card the text shows; null for none. */
  linkOf(text: L): string | null
  find(id: string, tx?: Transaction): Promise<T | null>
  authorOf(text: T): Types.ObjectId
  /** Writes the card. */
  show(tx: Transaction, text: T, linkCard: LinkCardSnapshot): Promise<unknown>
  /** Runs the write after other changes of the text in this process. Default: at once. */
  inTurn?(id: string, write: () => Promise<void>): Promise<void>
}

/** What a kind of texts does about its cards. */
interface CardsInTexts<T, L> {
  /** The card of a new text, if it is known without reading a page. */
  known(text: L): Promise<Card>
  /** Adds the card to a text that has none yet, after this commit, or after the write that came before. */
  readLater(text: T, tx?: Transaction): Promise<void>
  /** What an edit changes of the card: it stays with its link, and goes with it. `edited`: without a card. */
  afterEdit(
    tx: Transaction,
    before: LinkCardSnapshot | undefined,
    edited: T,
  ): Promise<{ $set?: Card; $unset?: { linkCard: 1 } }>
}

/** A person has had too many pages read, or the server has too many to read. */
const LATER: Again = { againAfterMs: 15_000 }
/** A card that comes so late would only move what is below it, ms. */
const EXPIRES_MS = 3_600_000

/** Cards of the links in one kind of texts. A job reads the page of a link that nobody has read lately. */
export function cardsInTexts<T extends CardedText & L, L>({
  job,
  linkOf,
  find,
  authorOf,
  show,
  inTurn = (_, write) => write(),
}: TextKind<T, L>): CardsInTexts<T, L> {
  const reading = defineJob<{ id: string }>({
    kind: job,
    does: 'Reads the page of a link in a text, and shows its card.',
    // They wait for the pages of others. One person's take at most two of them.
    concurrency: 32,
    maxAttempts: 5,
    limitMs: 60_000,
    expiresAfterMs: EXPIRES_MS,
    run: ({ id }, { signal }) => addCard(id, signal),
  })

  async function addCard(id: string, signal: AbortSignal): Promise<void | Again> {
    const text = await find(id)
    const link = text && linkOf(text)
    if (!text || !link) return
    try {
      const linkCard = await linkCardOf(link, { id: authorOf(text).toHexString() }, signal)
      if (linkCard) await inTurn(id, () => addRead(id, linkCard))
    } catch (error) {
      if (error instanceof HttpError && (error.status === 429 || error.status === 503)) return LATER
      throw error
    }
  }

  // The text may have been edited or deleted meanwhile; an edit has asked for its own card.
  const addRead = (id: string, linkCard: LinkCardSnapshot): Promise<void> =>
    transact(async (tx) => {
      const text = await find(id, tx)
      if (text && !text.linkCard && linkOf(text) === linkCard.url) await show(tx, text, linkCard)
    })

  async function known(text: L): Promise<Card> {
    const link = linkOf(text)
    const linkCard = link && (await knownLinkCard(link))
    return linkCard ? { linkCard } : {}
  }

  async function readLater(text: T, tx?: Transaction): Promise<void> {
    if (text.linkCard || linkOf(text) === null) return
    const id = text._id.toHexString()
    await reading.enqueue({ id }, { key: id, ...(tx && { tx }) })
  }

  return {
    known,
    readLater,
    async afterEdit(tx, before, edited) {
      if (before && before.url === linkOf(edited)) return {}
      if (before) await releaseLinkCard(tx, before)
      const card = await known(edited)
      if (card.linkCard) return { $set: card }
      await readLater(edited, tx)
      return before ? { $unset: { linkCard: 1 } } : {}
    },
  }
}
