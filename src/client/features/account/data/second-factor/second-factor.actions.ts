import type {
  SecondFactorChangeView,
  SecondFactorView,
  SecondStepInput,
  SecondStepView,
  TotpSecretView,
} from '#contract/account.second-factor.ts'
import type { SessionView } from '#contract/account.ts'
import { api } from '#client/live/http.ts'
import { makePasskey, signWithPasskey } from './passkeys.ts'

/** The second factors of the person. */
export const SECOND_FACTOR = ['/api', 'auth', 'second-factor'] as const
export const fetchSecondFactor = () => api.get<SecondFactorView>(SECOND_FACTOR.join('/'))

/** The ways to finish the log-in that waits for a second step. Throws ApiError: 404 when none waits. */
export const fetchSteps = () => api.get<SecondStepView>('/api/auth/login/second')

/** Finishes the log-in. Throws ApiError. */
export const postStep = (input: SecondStepInput) => api.post<SessionView>('/api/auth/login/second', input)

/** Logs in with a passkey only; null when the person cancelled. Throws ApiError. */
export async function logInByPasskey(): Promise<SessionView | null> {
  const passkey = await signWithPasskey()
  return passkey && api.post<SessionView>('/api/auth/login/passkey', { passkey })
}

/** A secret for an authenticator app. Throws ApiError. */
export const postTotp = () => api.post<TotpSecretView>('/api/auth/totp')
export const putTotp = (code: string) => api.put<SecondFactorChangeView>('/api/auth/totp', { code })
export const deleteTotp = () => api.delete<SecondFactorChangeView>('/api/auth/totp')

/** Creates and saves a passkey; null when the person cancelled. Throws ApiError. */
export async function addPasskey(name: string): Promise<SecondFactorChangeView | null> {
  const passkey = await makePasskey()
  return passkey && api.post<SecondFactorChangeView>('/api/auth/passkeys', { name, passkey })
}
export const deletePasskey = (id: string) => api.delete<SecondFactorChangeView>(`/api/auth/passkeys/${id}`)

export const postRecoveryCodes = () => api.post<SecondFactorChangeView>('/api/auth/recovery-codes')
