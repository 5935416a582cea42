import { Types, trusted } from 'mongoose'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { PAGE } from '#contract/limits.ts'
import type { AppealInput, CaseView, OwnCaseView } from '#contract/moderation.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { assertStillStaff, isOnlyAdmin, lift } from '#server/features/people/users/admin-people.service.ts'
import { bus } from '#server/platform/bus.ts'
import { inOrder, momentWithin, wholePage, type CursorRange } from '#server/platform/cursor-pages.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { isAppealToken } from './appeal-links.ts'
import { postAppealDecided } from './decision-mails.ts'
import { CASE_INDEXES, CaseModel, WAITING, type Appeal, type CaseDocument } from './moderation.model.ts'
import { announceCase, presentCases, presentOwnCase } from './moderation.present.ts'
import { lockOf, restoreThing } from './removals.service.ts'

/** The viewer's own case, or the case of a signed link, while an appeal is possible. Throws 404 otherwise. */
export const ownCase = async (
  viewer: Viewer | null,
  caseId: string,
  token: string | undefined,
): Promise<OwnCaseView> => presentOwnCase(await mine(viewer, caseId, token))

async function mine(viewer: Viewer | null, caseId: string, token: string | undefined): Promise<CaseDocument> {
  const found = await CaseModel.findById(caseId).lean<CaseDocument>()
  const isTheirs = found && (viewer?.id === found.personId.toHexString() || opens(token, found))
  if (!isTheirs) throw notFound()
  return found
}

const opens = (token: string | undefined, { _id, appealBy }: CaseDocument): boolean =>
  token !== undefined && appealBy.getTime() > clock.now() && isAppealToken(_id.toHexString(), token)

/** Appeals, once and within 30 days; admins see it at once. Throws 404, 409 the second time, 403 too late. */
export async function appeal(
  viewer: Viewer | null,
  caseId: string,
  { text, token }: AppealInput,
): Promise<OwnCaseView> {
  const decided = await mine(viewer, caseId, token)
  if (decided.appeal) throw conflict(MODERATION_MESSAGES.appealTwice)
  if (decided.appealBy.getTime() <= clock.now()) throw forbidden(MODERATION_MESSAGES.appealLate)
  const written: Appeal = { text, at: clock.date(), status: 'pending', decidedBy: null, decidedAt: null }
  return presentOwnCase(
    await transact((tx) =>
      write(tx, { _id: decided._id, appeal: null }, written, MODERATION_MESSAGES.appealTwice),
    ),
  )
}

/**
 * Pending appeals, newest first. Skeleton, then hydrate and present (`presentCases`). The list shows each
 * appeal whole, so it counts as read.
 */
export async function waitingAppeals(viewer: Viewer, cursor: string | undefined): Promise<CaseView[]> {
  const { rows } = await wholePage(skeleton, cursor ? Date.parse(cursor) : null, PAGE.rows)
  return presentCases(await Promise.all(rows.map(({ found }) => recordAppealRead(viewer, found))))
}

/** The person concerned sees at once that somebody else reads the appeal, but for who made the decision. */
async function recordAppealRead(viewer: Viewer, found: CaseDocument): Promise<CaseDocument> {
  const isTheirs = [found.adminId, found.personId].some((id) => id.toHexString() === viewer.id)
  if (found.appeal?.readAt || isTheirs) return found
  const read = await CaseModel.findOneAndUpdate(
    { _id: found._id, ...WAITING, 'appeal.readAt': null },
    { $set: { 'appeal.readAt': clock.date() }, $inc: { rev: 1 } },
    { returnDocument: 'after' },
  ).lean<CaseDocument>()
  if (read) await announceCase(bus, read)
  return read ?? found
}

async function skeleton(range: CursorRange): Promise<{ at: number; found: CaseDocument }[]> {
  const options = { hint: CASE_INDEXES.waiting, ...inOrder(range, { 'appeal.at': -1 } as const) }
  const cases = (await CaseModel.collection
    .find({ ...WAITING, ...momentWithin('appeal.at', range) }, options)
    .toArray()) as unknown as CaseDocument[]
  return cases.map((found) => ({ at: found.appeal!.at.getTime(), found }))
}

/** Number of pending appeals, from their index. */
export const countAppeals = (): Promise<number> =>
  CaseModel.countDocuments(WAITING).hint(CASE_INDEXES.waiting)

/** The decisions about the viewer, newest first; `cursor` is the id of the last one. */
export async function ownCases(viewer: Viewer, cursor: string | undefined): Promise<OwnCaseView[]> {
  const cases = await CaseModel.find({
    personId: viewer.id,
    ...(cursor && { _id: trusted({ $lt: cursor }) }),
  })
    .hint(CASE_INDEXES.ofPerson)
    .sort({ _id: -1 })
    .limit(PAGE.rows)
    .lean<CaseDocument[]>()
  return cases.map(presentOwnCase)
}

/** The newest decisions about a person. */
export async function casesOf(personId: string): Promise<CaseView[]> {
  return presentCases(
    await CaseModel.find({ personId })
      .hint(CASE_INDEXES.ofPerson)
      .sort({ _id: -1 })
      .limit(PAGE.rows)
      .lean<CaseDocument[]>(),
  )
}

/**
 * Confirms the decision, or reverts it with all its effects. Throws 404, 409 when it is decided already, and
 * 403 for whom it is about, and for who made the decision, but for an only admin (terms, 'Reports and
 * appeals').
 */
export async function decideAppeal(
  viewer: Viewer,
  caseId: string,
  status: 'upheld' | 'reversed',
): Promise<CaseView> {
  const found = await CaseModel.findById(caseId).lean<CaseDocument>()
  if (!found?.appeal) throw notFound()
  const isAboutThem = found.personId.toHexString() === viewer.id
  const isTheirDecision = found.adminId.toHexString() === viewer.id
  if (isAboutThem || (isTheirDecision && !(await isOnlyAdmin(viewer))))
    throw forbidden(MODERATION_MESSAGES.appealOther)
  const decidedBy = new Types.ObjectId(viewer.id)
  const decided: Appeal = { ...found.appeal, status, decidedBy, decidedAt: clock.date() }
  const changed = await oneAtATime(lockOf(found), () =>
    transact(async (tx) => {
      await assertStillStaff(tx, viewer.id)
      const changed = await write(
        tx,
        { _id: found._id, ...WAITING },
        decided,
        MODERATION_MESSAGES.appealDecided,
      )
      if (status === 'reversed') await takeBack(tx, found)
      await recordAdminAction(tx, {
        admin: viewer,
        action: status === 'upheld' ? 'appeal.uphold' : 'appeal.reverse',
        target: { type: 'case', id: caseId },
        before: { status: 'pending' },
        after: { status },
      })
      await notifyPerson(tx, found, status)
      if (found.action === 'ban')
        await postAppealDecided({ userId: found.personId.toHexString(), caseId }, tx)
      return changed
    }),
  )
  return (await presentCases([changed]))[0]!
}

async function write(
  tx: Transaction,
  filter: object,
  changed: Appeal,
  refusal: string,
): Promise<CaseDocument> {
  const after = await CaseModel.findOneAndUpdate(
    trusted(filter),
    { $set: { appeal: changed }, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<CaseDocument>()
  if (!after) throw conflict(refusal)
  await announceCase(tx, after)
  return after
}

async function takeBack(tx: Transaction, { action, personId, targetId }: CaseDocument): Promise<void> {
  if (action === 'remove') return restoreThing(tx, targetId)
  if (action === 'suspend') return lift(tx, personId.toHexString(), 'suspendedUntil')
  if (action === 'ban') return lift(tx, personId.toHexString(), 'bannedAt')
}

const notifyPerson = (
  tx: Transaction,
  { _id, personId, action }: CaseDocument,
  status: 'upheld' | 'reversed',
) =>
  notifyFromSite(tx, {
    userId: personId.toHexString(),
    type: 'MODERATION',
    data: { caseId: _id.toHexString(), action },
    message:
      status === 'reversed'
        ? 'Your appeal was granted: we were wrong, and took the decision back.'
        : 'Your appeal has been read. The decision stands.',
  })
