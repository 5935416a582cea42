import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from 'mongodb'
import { deriveKey } from '#server/platform/key-derivation.ts'

/** Signs the cookies of the measured product. */
export const SESSION_SECRET = 'only-for-the-bench'
const DAY = 24 * 3600_000

/**
 * A session for each of these people, written directly as a log-in would: five thousand argon2 hashes are
 * not what is measured.
 */
export async function signIn(db: Db, userIds: readonly string[]): Promise<string[]> {
  const sessions = userIds.map((user) => {
    const expires = new Date(Date.now() + 7 * DAY)
    const cookie = {
      originalMaxAge: 7 * DAY,
      expires,
      httpOnly: true,
      sameSite: 'lax',
      secure: false,
      path: '/',
    }
    return {
      _id: randomBytes(24).toString('base64url'),
      expires,
      lastModified: new Date(),
      session: { cookie, passport: { user }, startedAt: Date.now(), epoch: 0 },
    }
  })
  if (sessions.length > 0) await db.collection<{ _id: string }>('sessions').insertMany(sessions)
  return sessions.map(({ _id }) => `sid=${encodeURIComponent(`s:${_id}.${signature(_id)}`)}`)
}

// The signature of express-session: HMAC-SHA256 in base64 without padding.
const signature = (id: string) =>
  createHmac('sha256', deriveKey(SESSION_SECRET, 'cookies')).update(id).digest('base64').replace(/=+$/, '')
