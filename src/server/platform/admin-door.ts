import type { SessionData } from 'express-session'
import { config } from './config.ts'
import { secureSite } from './session.ts'
import type { Viewer } from './viewer.ts'

/** Whether admins are nobody special here until their session has a second factor. */
export const adminsNeedSecondFactor =
  config.ADMIN_SECOND_FACTOR === 'required' || (config.ADMIN_SECOND_FACTOR === 'auto' && secureSite)

/** Whether it takes a look at the session to know what this person may do. */
export const hangsOnSession = (viewer: Viewer): boolean => viewer.isAdmin && adminsNeedSecondFactor

/**
 * The person as their session lets them act: without a second factor where one is required, an admin's crown
 * waits.
 */
export const asSessionAllows = (viewer: Viewer, session: Pick<SessionData, 'secondFactor'>): Viewer =>
  hangsOnSession(viewer) && !session.secondFactor ? { ...viewer, isAdmin: false, crownWaits: true } : viewer
