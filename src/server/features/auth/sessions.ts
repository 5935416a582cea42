import type { Request } from 'express'
import { bus } from '#server/platform/bus.ts'
import { SENTENCES } from '#contract/errors.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { forgetViewer, loadViewer } from '#server/features/users/viewers.service.ts'

/** Signs the person in on a session of a new id, whatever the browser brought along (SECURITY, Session). */
export async function beginSession(req: Request, userId: string): Promise<void> {
  // A session of an epoch that has just passed elsewhere would end as soon as it is noticed.
  forgetViewer(userId)
  const viewer = await loadViewer(userId)
  if (!viewer) throw unauthorised(SENTENCES.badCredentials)
  const replaced = { userId: req.user?.id, sessionId: req.sessionID }
  await new Promise<void>((resolve, reject) => req.logIn(viewer, (error?: Error) => (error ? reject(error) : resolve())))
  if (replaced.userId) bus.emit('session:ended', { userId: replaced.userId, sessionId: replaced.sessionId, reason: 'logout' })
}

/** Removes the session from the store, so that its cookie is worth nothing, then tells its sockets. */
export async function endSession(req: Request): Promise<void> {
  const { user, sessionID } = req
  await new Promise<void>((resolve, reject) => req.session.destroy((error?: Error) => (error ? reject(error) : resolve())))
  if (user) bus.emit('session:ended', { userId: user.id, sessionId: sessionID, reason: 'logout' })
}
