import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#server/platform/config.ts'

const signed = (secret: string, caseId: string): string => createHmac('sha256', secret).update(`appeal:${caseId}`).digest('base64url')

/** What lets who cannot log in any more read their case and appeal; a mail brings it. */
export const appealToken = (caseId: string): string => signed(config.SESSION_SECRET[0]!, caseId)

/** Whether a link was made here, by this secret or one before it. */
export const isAppealToken = (caseId: string, token: string): boolean => config.SESSION_SECRET.some((secret) => isSame(signed(secret, caseId), token))

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
