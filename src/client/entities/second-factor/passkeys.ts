import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyAssertion } from '#contract/second-factor.ts'
import { api } from '#client/live/http.ts'

/** Whether this browser can have passkeys for this address: no IP address can. */
export const passkeysWork = (): boolean => isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

const library = () => import('@simplewebauthn/browser')

/** The person closed the browser's question, or waited too long: no error to tell. */
const isSecondThought = (error: unknown): boolean => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

async function unlessSecondThought<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isSecondThought(error)) return null
    throw error
  }
}

/** Has one of the person's passkeys sign; null when they have thought better of it. Throws ApiError. */
export async function signWithPasskey(): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await library()
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>('/api/auth/passkeys/challenge')
  const answer = await unlessSecondThought(startAuthentication({ optionsJSON }))
  // No extension is asked for.
  return answer && { ...answer, clientExtensionResults: {} }
}

/** Has the browser make a passkey; null when the person has thought better of it. Throws ApiError. */
export async function makePasskey(): Promise<object | null> {
  const { startRegistration } = await library()
  const optionsJSON = await api.post<PublicKeyCredentialCreationOptionsJSON>('/api/auth/passkeys/options')
  return unlessSecondThought(startRegistration({ optionsJSON }))
}
