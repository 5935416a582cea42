import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion } from '#contract/account.second-factor.ts'
import { api } from '#client/live/http.ts'

const library = () => import('@simplewebauthn/browser')

/** Whether the person closed the browser's question, or waited too long. This is not shown as an error. */
const isSecondThought = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

async function unlessSecondThought<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isSecondThought(error)) return null
    throw error
  }
}

/**
 * Asks the browser for a signature by one of the person's passkeys; null when the person cancelled. Throws
 * ApiError.
 */
export async function signWithPasskey(): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await library()
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>('/api/auth/passkeys/challenge')
  const answer = await unlessSecondThought(startAuthentication({ optionsJSON }))
  // No extension is asked for.
  return answer && { ...answer, clientExtensionResults: {} }
}

/** Asks the browser to create a passkey; null when the person cancelled. Throws ApiError. */
export async function makePasskey(): Promise<object | null> {
  const { startRegistration } = await library()
  const optionsJSON = await api.post<PublicKeyCredentialCreationOptionsJSON>('/api/auth/passkeys/options')
  return unlessSecondThought(startRegistration({ optionsJSON }))
}
