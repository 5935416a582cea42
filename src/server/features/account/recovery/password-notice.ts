import { mailKind } from '#server/platform/mail/post-office.ts'
import { addressOf } from '#server/features/people/users/new-email.service.ts'
import { passwordChangedMail } from './recovery.mails.ts'

/** Tells a person that their password is another one now, by whatever way it became so. */
export const postPasswordChanged = mailKind<{ userId: string }>('password-changed', async ({ userId }) => {
  const account = await addressOf(userId)
  return account && passwordChangedMail(account.email, account.handle)
})
