import { config } from '#server/platform/config.ts'
import { UserModel, type UserDocument, type UserRecord } from './users.model.ts'

/** Whether new accounts have to confirm their address. Without a mail server nobody could. */
export const ASKS_FOR_CONFIRMATION =
  config.CONFIRM_ADDRESS === 'required' ||
  (config.CONFIRM_ADDRESS === 'auto' && config.SMTP_URL !== undefined)

/**
 * Part of an `$unset`: a mail has reached the person, so the address is theirs. An account that opened
 * without a puzzle is proven by that too.
 */
export const CONFIRMED = { unconfirmed: 1, unproven: 1 } as const

/** Whether links, files and messages to strangers wait for this account's confirmation. */
export const mustConfirm = ({ unconfirmed }: Pick<UserRecord, 'unconfirmed'>): boolean =>
  ASKS_FOR_CONFIRMATION && unconfirmed === true

/** Where an address goes that its owner has confirmed elsewhere: nobody receives mails there. */
const LOST = '@lost.invalid'
export const lostAddress = (id: string): string => `${id}${LOST}`
export const isLost = (email: string): boolean => email.endsWith(LOST)

type Token = Pick<Required<NonNullable<UserDocument['newEmail']>>, 'tokenHash' | 'expiresAt'>

/** Notes the token that confirms the address of now; false when there is nothing to confirm any more. */
export async function armConfirmation(id: string, email: string, token: Token): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, email, unconfirmed: true },
    { $set: { newEmail: { address: email, ...token } } },
  )
  return matchedCount === 1
}
