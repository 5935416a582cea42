import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { Email, newPassword } from './users.ts'

/** POST /api/auth/forgot-password and forgot-username (product section 7). */
export const ForgotInput = z.object({ email: Email }).meta({ id: 'ForgotInput' })
export type ForgotInput = z.infer<typeof ForgotInput>

const NewPassword = newPassword(SENTENCES.resetPasswordTooShort)

/** POST /api/auth/reset-password. The token is what the mailed link carries. */
export const ResetPasswordInput = z
  .object({
    // 32 random bytes in base64url.
    token: z.string(SENTENCES.resetTokenInvalid).regex(/^[\w-]{43}$/, SENTENCES.resetTokenInvalid),
    password: NewPassword,
  })
  .meta({ id: 'ResetPasswordInput' })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

/** The reset form, which asks twice (product section 5). */
export const ResetPasswordForm = z
  .object({ password: NewPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: SENTENCES.resetPasswordsDiffer,
  })
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>

/** What all three answer: a sentence, the same whether there is such an account or not (DECISIONS row 39). */
export const RecoveryView = z.object({ message: z.string() }).meta({ id: 'Recovery' })
export type RecoveryView = z.infer<typeof RecoveryView>
