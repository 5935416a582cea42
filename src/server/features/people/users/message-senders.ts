import { MESSAGE_SENDERS, type MessageSenders } from '#contract/account.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { forbidden } from '#server/platform/errors.ts'
import { clock } from '#server/platform/clock.ts'
import type { UserRecord } from './users.model.ts'

type Agreed = UserRecord['agreed']

/**
 * Whether the person may be under 18. Only the age band at the registration is stored: two years after that
 * year everybody of 16 or 17 is of age.
 */
export const mayBeMinor = (agreed: Agreed): boolean =>
  agreed?.ageBand === '16-17' && clock.date().getUTCFullYear() < agreed.at.getUTCFullYear() + 2

/** What the person may choose: those under 18 have no choice that lets strangers in. */
export const choicesOfSenders = (agreed: Agreed): MessageSenders[] =>
  MESSAGE_SENDERS.filter((senders) => senders !== 'everyone' || !mayBeMinor(agreed))

/**
 * Who may begin a conversation with the person. Who registered before 18 keeps the narrower default later,
 * until they choose.
 */
export function messageSendersOf({
  agreed,
  messagesFrom,
}: {
  agreed?: Agreed
  messagesFrom?: MessageSenders | undefined
}): MessageSenders {
  const chosen = messagesFrom ?? (agreed?.ageBand === '16-17' ? 'followed' : 'everyone')
  return choicesOfSenders(agreed).includes(chosen) ? chosen : 'followed'
}

/** Throws 403 for a choice that the person may not make. */
export function assertMayChoose({ agreed }: Pick<UserRecord, 'agreed'>, senders: MessageSenders): void {
  if (!choicesOfSenders(agreed).includes(senders)) throw forbidden(MESSAGES.messagesMinor)
}
