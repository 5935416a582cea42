import { isSigned, sign } from '#server/platform/keys.ts'

const wordsOf = (caseId: string): string => `appeal:${caseId}`

/** The token of a mailed link: with it a banned person can read their case and appeal. */
export const appealToken = (caseId: string): string => sign('appeals', wordsOf(caseId))

/** Whether the token is valid. */
export const isAppealToken = (caseId: string, token: string): boolean =>
  isSigned('appeals', wordsOf(caseId), token)
