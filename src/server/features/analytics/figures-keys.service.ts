import { Types, trusted } from 'mongoose'
import type { Request } from 'express'
import type {
  FiguresKeyInput,
  FiguresKeyView,
  NewFiguresKeyView,
  ReportQuery,
  ReportView,
  SharedReportView,
} from '#contract/analytics.report.ts'
import { FIGURES_KEY, REPORT_MESSAGES } from '#contract/analytics.report.constants.ts'
import { PAGE } from '#contract/limits.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { conflict, HttpError, notFound } from '#server/platform/errors.ts'
import { hashed, newLinkToken } from '#server/platform/link-tokens.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { beginOf } from './counters.ts'
import { FiguresKeyModel, type FiguresKeyDocument } from './figures-keys.model.ts'
import { sharedReport } from './report.service.ts'

const working = () => ({
  endedAt: null,
  $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: clock.date() }) }],
})

/** Makes a token or a shared link. Only its answer has the secret. Throws 409 when there are too many. */
export async function createFiguresKey(admin: Viewer, input: FiguresKeyInput): Promise<NewFiguresKeyView> {
  const secret = newLinkToken()
  const now = clock.date()
  const key: FiguresKeyDocument = {
    _id: clock.id(),
    kind: input.kind,
    tokenHash: hashed(secret),
    name: input.name,
    query: input.kind === 'link' ? input.query : null,
    createdAt: now,
    expiresAt: input.kind === 'link' ? new Date(now.getTime() + input.days * DAY) : null,
    endedAt: null,
    usedAt: null,
    rev: 1,
  }
  await transact(async (tx) => {
    if ((await FiguresKeyModel.countDocuments(working()).session(tx.session)) >= FIGURES_KEY.most)
      throw conflict(REPORT_MESSAGES.tooMany)
    await FiguresKeyModel.insertMany([key], { session: tx.session, lean: true })
    await recordAdminAction(tx, {
      admin,
      action: 'figures.open',
      after: { key: key._id.toHexString(), kind: key.kind, until: key.expiresAt?.toISOString() ?? null },
    })
  })
  return { key: presentKey(key), secret }
}

/** Ends a token or a shared link. Throws 404, 409 when it has ended already. */
export const endFiguresKey = (admin: Viewer, id: string): Promise<FiguresKeyView> =>
  transact(async (tx) => {
    const key = await FiguresKeyModel.findOneAndUpdate(
      { _id: id, ...working() },
      { $set: { endedAt: clock.date() }, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<FiguresKeyDocument>()
    if (!key)
      throw (await FiguresKeyModel.exists({ _id: id }).session(tx.session))
        ? conflict(REPORT_MESSAGES.ended)
        : notFound()
    await recordAdminAction(tx, { admin, action: 'figures.close', after: { key: id, kind: key.kind } })
    return presentKey(key)
  })

/** Tokens and shared links, newest first. */
export const listFiguresKeys = async (cursor?: string): Promise<FiguresKeyView[]> =>
  (
    await FiguresKeyModel.find(cursor ? { _id: trusted({ $lt: new Types.ObjectId(cursor) }) } : {})
      .hint({ _id: 1 })
      .sort({ _id: -1 })
      .limit(PAGE.rows)
      .lean<FiguresKeyDocument[]>()
  ).map(presentKey)

/** Secrets of tokens and links that one network may try. */
export const keyRate = rateLimit('figuresKeys', 120, 60, { forVisitors: true })

const tokenRate = rateLimit('figuresToken', 60, 60)

/** The figures for a program with a token. Throws as `admitToken`. */
export async function reportForToken(req: Request, query: ReportQuery): Promise<ReportView> {
  await admitToken(req)
  return sharedReport(query)
}

/** Throws 401 for a request without a working token, and 429 when the token asks too often. */
export async function admitToken(req: Request): Promise<void> {
  const [, secret] = /^Bearer ([\w-]{1,100})$/i.exec(req.headers.authorization ?? '') ?? []
  const key = secret === undefined ? null : await workingKey('token', secret)
  if (!key) throw new HttpError(401, REPORT_MESSAGES.token, { 'WWW-Authenticate': 'Bearer' })
  await tokenRate.consume(key._id.toHexString())
}

/** What a shared link shows. Throws 404 when it does not work. */
export async function reportForLink(secret: string): Promise<SharedReportView> {
  const key = await workingKey('link', secret)
  if (!key) throw notFound(REPORT_MESSAGES.link)
  return {
    name: key.name,
    expiresAt: key.expiresAt!.toISOString(),
    query: key.query!,
    report: await sharedReport(key.query!),
  }
}

async function workingKey(
  kind: FiguresKeyDocument['kind'],
  secret: string,
): Promise<FiguresKeyDocument | null> {
  const key = await FiguresKeyModel.findOne({
    tokenHash: hashed(secret),
    kind,
    ...working(),
  }).lean<FiguresKeyDocument>()
  const today = beginOf(DAY, clock.now())
  // Once a day, so that reading does not become a write.
  if (key && (key.usedAt?.getTime() ?? 0) < today)
    await FiguresKeyModel.updateOne({ _id: key._id }, { $max: { usedAt: new Date(today) }, $inc: { rev: 1 } })
  return key
}

const presentKey = ({
  _id,
  kind,
  name,
  query,
  createdAt,
  expiresAt,
  endedAt,
  usedAt,
  rev,
}: FiguresKeyDocument): FiguresKeyView => ({
  id: _id.toHexString(),
  kind,
  name,
  query,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  usedAt: usedAt?.toISOString() ?? null,
  rev,
})
