import { isSigned, sign } from '#server/platform/keys.ts'

const wordsOf = (caseId: string): string => `appeal:${caseId}`

/** What lets who cannot log in any more read their case and appeal; a mail brings it. */
export const appealToken = (caseId: string): string => sign('appeals', wordsOf(caseId))

/** Whether a link was made here. */
export const isAppealToken = (caseId: string, token: string): boolean =>
  isSigned('appeals', wordsOf(caseId), token)
