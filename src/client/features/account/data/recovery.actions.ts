import type { ForgotInput, RecoveryView, ResetPasswordInput } from '#contract/account.ts'
import { api } from '#client/live/http.ts'

/** Product section 7, Accounts. All return a message and throw ApiError. */
export const postForgotPassword = (input: ForgotInput) =>
  api.post<RecoveryView>('/api/auth/forgot-password', input)

export const postForgotUsername = (input: ForgotInput) =>
  api.post<RecoveryView>('/api/auth/forgot-username', input)

/** Ends every session of the person, including this one. */
export const postResetPassword = (input: ResetPasswordInput) =>
  api.post<RecoveryView>('/api/auth/reset-password', input, { outlivesSession: true })
