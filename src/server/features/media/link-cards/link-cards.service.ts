import { type Types, trusted } from 'mongoose'
import { config } from '#server/platform/config.ts'
import { busy, isDuplicateKey } from '#server/platform/errors.ts'
import { handlers } from '#server/platform/handlers.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { logger } from '#server/platform/logger.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { guardedFetch, NotFetched } from '#server/platform/outbound/guarded-fetch.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR, MINUTE } from '#server/platform/durations.ts'
import { MediaModel, type MediaDocument } from '../media.model.ts'
import { detachMedia } from '../media-uses.ts'
import { createTurns } from '#server/platform/turns.ts'
import { LinkCardModel, type LinkCardDocument, type LinkCardSnapshot } from './link-cards.model.ts'
import { copyPicture } from './link-picture.ts'
import { parsePage } from './parse-page.ts'
import type { PageCard } from './page-card.ts'

/** How long a record answers for its address. */
const FRESH_MS = { card: 24 * HOUR, none: HOUR } as const
/** A record that expires within this time is not given out: until then what shows it is written. */
const MARGIN_MS = 5 * MINUTE
/** Of a page and its picture together. */
const TIME_MS = 10_000
const PAGE_BYTES = 256 * 1024
const PAGE_TYPES = ['text/html', 'application/xhtml+xml']
/** So long another process may still be parsing a page. Afterwards it has ended meanwhile, perhaps because of the page. */
const PARSING_MS = TIME_MS + 5_000
/** How long such a page has no card. */
const SUSPECT_MS = 10 * MINUTE
/** Pages that one process reads at once. A page may take ten seconds, so none waits. */
const fetchTurns = createTurns({ atOnce: 64, atOnceOfOne: 2, waiting: 0, waitingOfOne: 0 })

/** Pages that one person makes the server read. */
const fetchRate = rateLimit('link-cards', 12, 60)

/** Whether the server reads linked pages. */
export const areLinkCardsOn = (): boolean => config.LINK_PREVIEWS === 'on'

/** What is known of an address: a card, null for none, undefined when its page has to be read. */
export async function knownLinkCard(url: string): Promise<LinkCardSnapshot | null | undefined> {
  const known = await recordAt(url)
  return known && !isBeingParsed(known) ? snapshotOf(known) : undefined
}

const recordAt = (url: string) =>
  LinkCardModel.findOne({
    url,
    current: true,
    expiresAt: trusted({ $gt: new Date(clock.now() + MARGIN_MS) }),
  }).lean<LinkCardDocument>()

const isBeingParsed = ({ parsingSince }: LinkCardDocument): boolean =>
  parsingSince !== undefined && clock.now() - parsingSince.getTime() < PARSING_MS

const snapshotOf = ({ _id, url, card }: LinkCardDocument): LinkCardSnapshot | null =>
  card && { cardId: _id, url, ...card }

/**
 * The card of an address, in the form of `plainAddress`; null when there is none. Reads the page unless it is known; a
 * failure counts as none, for an hour. Throws 429 when the person has had too many pages read, 503 when too many of
 * theirs, or of all, are being read.
 */
export async function linkCardOf(
  url: string,
  { id }: { id: string },
  signal?: AbortSignal,
): Promise<LinkCardSnapshot | null> {
  if (!areLinkCardsOn()) return null
  const known = await knownLinkCard(url)
  if (known !== undefined) return known
  await fetchRate.consume(id)
  return oneAtATime(`link-card:${url}`, async () => {
    const meanwhile = await recordAt(url)
    if (!meanwhile) return fetchTurns(id, () => fetchCard(url, id, signal))
    // Another process does, or did before it ended.
    if (isBeingParsed(meanwhile)) throw busy()
    return snapshotOf(meanwhile)
  })
}

async function fetchCard(
  url: string,
  personId: string,
  ended?: AbortSignal,
): Promise<LinkCardSnapshot | null> {
  const late = AbortSignal.timeout(TIME_MS)
  const signal = ended ? AbortSignal.any([ended, late]) : late
  /** The other side's failures are none of ours. */
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof NotFetched) && error !== late.reason) throw error
      logger.debug({ reason: (error as Error).message }, 'a linked page or its picture could not be read')
      return null
    }
  }
  const cardId = clock.id()
  const terms = { types: PAGE_TYPES, bytes: PAGE_BYTES, beyond: 'cut', signal } as const
  const page = await orNull(guardedFetch(url, terms))
  if (!page) return storeCard(recordOf(cardId, url, null, null))
  await storeCard(beforeParsing(url))
  const read = await parsePage({ ...page, url: page.url.href })
  const picture = read?.picture ? await orNull(copyPicture(cardId, read.picture, { personId, signal })) : null
  return storeCard(recordOf(cardId, url, read, picture))
}

/** Says 'no card' until the page is parsed: what ends this process does not end the next one that runs the job. */
const beforeParsing = (url: string): LinkCardDocument => ({
  _id: clock.id(),
  url,
  current: true,
  parsingSince: clock.date(),
  card: null,
  expiresAt: new Date(clock.now() + MARGIN_MS + SUSPECT_MS),
})

function recordOf(
  _id: Types.ObjectId,
  url: string,
  read: PageCard | null,
  picture: MediaDocument | null,
): LinkCardDocument {
  const card = read && {
    title: read.title,
    description: read.description,
    picture: picture && picture.token,
  }
  return {
    _id,
    url,
    current: true,
    card,
    ...(picture && { mediaId: picture._id }),
    expiresAt: new Date(clock.now() + FRESH_MS[card ? 'card' : 'none']),
  }
}

async function storeCard(record: LinkCardDocument): Promise<LinkCardSnapshot | null> {
  const { _id, url, mediaId } = record
  try {
    await transact(async (tx) => {
      const older = { url, current: true as const }
      await LinkCardModel.deleteOne(
        { ...older, parsingSince: trusted({ $exists: true }) },
        { session: tx.session },
      )
      await LinkCardModel.updateOne(older, { $unset: { current: 1 } }, { session: tx.session })
      await LinkCardModel.insertMany([record], { session: tx.session, lean: true })
      if (mediaId) await usePicture(tx, mediaId, _id)
    })
    return snapshotOf(record)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // Another process has just read the same page. Our picture stays unused, and the sweep deletes it.
    return (await knownLinkCard(url)) ?? null
  }
}

const usePicture = ({ session }: Transaction, mediaId: Types.ObjectId, id: Types.ObjectId) =>
  MediaModel.updateOne(
    { _id: mediaId },
    { $set: { usedBy: [{ kind: 'link', id }] }, $unset: { unusedSince: 1 }, $inc: { rev: 1 } },
    { session },
  )

/**
 * Keeps a card for something that shows it again after a while, in the transaction that does so. False when it is gone.
 */
export async function retainLinkCard(
  { session }: Transaction,
  { cardId }: LinkCardSnapshot,
): Promise<boolean> {
  const longer = { $max: { expiresAt: new Date(clock.now() + HOUR) } }
  return (await LinkCardModel.updateOne({ _id: cardId }, longer, { session })).matchedCount === 1
}

/** Whether something shows the card with this id. */
type Shows = (cardId: Types.ObjectId) => Promise<boolean>
const showers = handlers<Shows>()

/** Registers how a domain looks for a card among the things it shows. */
export const onLinkCardSweep = showers.add

/** What lets go of a card asks for another look (`releaseLinkCard`); this is for what could not. */
const LOOK_AGAIN_MS = 30 * 24 * HOUR

/**
 * Something stops showing a card permanently. An older record is looked at by the next sweep, the newest of its address
 * when it expires.
 */
export async function releaseLinkCard({ session }: Transaction, { cardId }: LinkCardSnapshot): Promise<void> {
  const older = { _id: cardId, current: trusted({ $exists: false }) }
  await LinkCardModel.updateOne(older, { $set: { expiresAt: clock.date() } }, { session })
}

definePeriodic({
  kind: 'sweep-link-cards',
  does: 'Deletes expired cards of links with their pictures, once nothing shows them.',
  everyMs: 10 * MINUTE,
  run: ({ signal }) => sweepLinkCards(clock.date(), signal),
})

export async function sweepLinkCards(now = clock.date(), signal?: AbortSignal): Promise<void> {
  const expired = { expiresAt: trusted({ $lt: now }) }
  const old = LinkCardModel.find(expired).sort({ expiresAt: 1 }).lean<LinkCardDocument[]>()
  const removeUnlessShown = async ({ _id, mediaId }: LinkCardDocument) => {
    const shown = await Promise.all([...showers].map((shows) => shows(_id)))
    if (shown.includes(true)) return askAgainLater(_id, now)
    return transact(async (tx) => {
      const { deletedCount } = await LinkCardModel.deleteOne({ _id, ...expired }, { session: tx.session })
      if (deletedCount === 1 && mediaId) await detachMedia(tx, mediaId, 'link', _id)
    })
  }
  await sweep(rowsOf(old), removeUnlessShown, signal)
}

const askAgainLater = (_id: Types.ObjectId, now: Date) =>
  LinkCardModel.updateOne(
    { _id },
    { $set: { expiresAt: new Date(now.getTime() + LOOK_AGAIN_MS) }, $unset: { current: 1 } },
  )
