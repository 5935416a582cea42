import type { SessionData } from 'express-session'
import { config } from '#server/platform/config.ts'
import { secureSite } from '#server/platform/cookies.ts'
import { isStaff, type Viewer } from '#server/platform/viewer.ts'

/** Whether admins and moderators need a second factor for their rights. */
export const adminsNeedSecondFactor =
  config.ADMIN_SECOND_FACTOR === 'required' || (config.ADMIN_SECOND_FACTOR === 'auto' && secureSite)

/** Whether the person's rights depend on the session. */
export const hangsOnSession = (viewer: Viewer): boolean => isStaff(viewer) && adminsNeedSecondFactor

/** The viewer with the rights of this session: without a required second factor, those of everybody. */
export const asSessionAllows = (viewer: Viewer, session: Pick<SessionData, 'secondFactor'>): Viewer =>
  hangsOnSession(viewer) && !session.secondFactor
    ? { ...viewer, isAdmin: false, isModerator: false, crownWaits: true }
    : viewer
