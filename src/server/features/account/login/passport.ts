import { randomBytes } from 'node:crypto'
import passport from 'passport'
import type { Request } from 'express'
import { sessionIsCurrent } from '#server/platform/session.ts'
import { asSessionAllows } from '#server/platform/admin-door.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { describeDevice } from './device.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'

/** Teaches passport whom a session belongs to: the id is kept, the viewer is loaded anew on each request. */
export function installPassport(): void {
  passport.serializeUser(
    (req: Request, viewer: Express.User, done: (error: unknown, id?: string) => void) => {
      // The session is a new one here: passport has just changed its id.
      req.session.startedAt = Date.now()
      req.session.epoch = viewer.sessionEpoch
      req.session.device = describeDevice(req)
      req.session.name = randomBytes(16).toString('base64url')
      done(null, viewer.id)
    },
  )
  passport.deserializeUser(
    (req: Request, id: string, done: (error: unknown, viewer?: Express.User | false | null) => void) => {
      viewerOf(id, req).then((viewer) => done(null, viewer ?? false), done)
    },
  )
}

async function viewerOf(id: string, req: Request): Promise<Viewer | null> {
  const viewer = await loadViewer(id)
  return viewer && sessionIsCurrent(req.session, viewer) ? asSessionAllows(viewer, req.session) : null
}
