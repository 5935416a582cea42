import { trusted } from 'mongoose'
import type { Request } from 'express'
import type { SessionEntryView, SessionListView } from '#contract/account.settings.ts'
import { LIMITS, PAGE } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { notFound, unauthorised } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { sessionIsCurrent } from '#server/platform/session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { securityLogWritten } from '#server/features/account/security-log/security-log.service.ts'
import { renewSession } from '#server/features/account/login/sessions.ts'
import { endOtherSessions } from '#server/features/people/users/accounts.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { clock } from '#server/platform/clock.ts'
import { SessionModel, type SessionDocument } from './sessions.model.ts'

/** The indexed read of a person's sessions; exported for its explain test. */
export const sessionsOf = (userId: string) =>
  SessionModel.find({ 'session.passport.user': userId, expires: trusted({ $gt: clock.date() }) })
    .sort({ expires: -1 })
    .limit(PAGE.sessions)
    .lean<SessionDocument[]>()

/** A person's sessions, last seen first; empty for a deleted account. */
export async function listSessions(userId: string): Promise<SessionEntryView[]> {
  const [viewer, rows] = await Promise.all([loadViewer(userId), sessionsOf(userId)])
  return rows
    .filter(({ session }) => viewer && session.name !== undefined && sessionIsCurrent(session, viewer))
    .map(presentSession)
}

/** A person's sessions, with a mark on the session of this request. */
export const sessionList = async ({ id }: Viewer, req: Request): Promise<SessionListView> => ({
  current: req.session.name ?? '',
  sessions: await listSessions(id),
})

function presentSession({
  lastModified,
  session: { startedAt = 0, name = '', device },
}: SessionDocument): SessionEntryView {
  const began = new Date(startedAt)
  return {
    id: name,
    device: device?.kind ?? 'desktop',
    browser: device?.browser ?? null,
    system: device?.system ?? null,
    country: device?.country ?? 'Unknown',
    startedAt: began.toISOString(),
    lastSeenAt: (lastModified ?? began).toISOString(),
  }
}

/** Ends one of the viewer's sessions and its pages. Throws 404 for an unknown one. */
export async function endSessionCalled(viewer: Viewer, name: string, req: Request): Promise<void> {
  const row = (await sessionsOf(viewer.id)).find(({ session }) => session.name === name)
  if (!row) throw notFound()
  // Through the session store, which also clears its cache.
  await new Promise<void>((resolve, reject) =>
    req.sessionStore.destroy(row._id, (error?: Error) => (error ? reject(error) : resolve())),
  )
  recordSecurityEvent({ event: 'sessions-ended', outcome: 'done', userId: viewer.id, req })
  bus.emit('session:ended', { userId: viewer.id, sessionId: row._id, reason: 'logout' })
}

/** Ends all sessions of the person but this one. */
export async function endOthers(viewer: Viewer, req: Request): Promise<void> {
  const sessionEpoch = await transact((tx) => endOtherSessions(tx, viewer.id, req.sessionID))
  if (sessionEpoch === null) throw unauthorised()
  await renewSession(req, { id: viewer.id, sessionEpoch })
  recordSecurityEvent({ event: 'sessions-ended', outcome: 'done', userId: viewer.id, req })
}

/** Ends the sessions that were not seen for longest, above the limit. */
export async function endBeyondLimit(userId: string): Promise<void> {
  const beyond = (await sessionsOf(userId)).slice(LIMITS.sessions)
  await SessionModel.deleteMany({ _id: trusted({ $in: beyond.map(({ _id }) => _id) }) })
  for (const { _id } of beyond) bus.emit('session:ended', { userId, sessionId: _id, reason: 'logout' })
}

/** Deletes sessions of an older epoch, which are invalid already. */
export async function sweepSessions(userId: string): Promise<void> {
  const viewer = await loadViewer(userId)
  await SessionModel.deleteMany({
    'session.passport.user': userId,
    ...(viewer && { 'session.epoch': trusted({ $lt: viewer.sessionEpoch }) }),
  })
}

/** Pushes the list of sessions when one begins or ends, or when an attempt at the account was refused. */
export function pushSessionLists(): () => void {
  const push = async (userId: string) => {
    bus.emit('sessions:updated', { userId, sessions: await listSessions(userId) })
  }
  // A page that gets the list also reads where the account was used.
  const pushAfterLog = async (userId: string) => {
    await securityLogWritten()
    await push(userId)
  }
  const sweep = async (userId: string) => {
    await sweepSessions(userId)
    await pushAfterLog(userId)
  }
  const stops = [
    bus.onLocal('session:began', async ({ userId }) => {
      await endBeyondLimit(userId)
      await pushAfterLog(userId)
    }),
    bus.onLocal('access:refused', ({ userId }) => push(userId)),
    bus.onLocal('session:renewed', ({ userId }) => sweep(userId)),
    bus.onLocal('session:ended', ({ userId, sessionId, except }) => {
      if (sessionId !== null) return pushAfterLog(userId)
      // The remaining session is about to be renewed and is in no list until then.
      return except === undefined ? sweep(userId) : undefined
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
