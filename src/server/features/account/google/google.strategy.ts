import type { Request } from 'express'
import {
  Strategy,
  type AuthenticateOptionsGoogle,
  type GoogleCallbackParameters,
  type Profile,
  type VerifyCallback,
} from 'passport-google-oauth20'
import { z } from 'zod'
import { Email } from '#contract/account.ts'
import { config } from '#server/platform/config.ts'

/**
 * The only file that knows passport-google-oauth20.
 *
 * Risk: its last release is of 2019. It sends the OAuth 2 redirect and exchanges the code; the claims are
 * checked here, by a schema. If Google changes the protocol, openid-client replaces it in this file.
 */

/** The person, as Google identifies them. */
export interface GoogleIdentity {
  googleId: string
  email: string
  /** Google has seen that mails to the address reach this person. */
  emailVerified: boolean
  displayName: string
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: Email,
  email_verified: z.boolean(),
  name: z.string().default(''),
})

/** What the question is asked for, kept in the session until the answer comes. */
export interface GooglePurpose {
  /** Where to go afterwards, a path of our own. */
  next: string | null
  /** Who is signed in and proves that it is them; null for a log-in. */
  proves: string | null
}

/**
 * What Google answered: the claims as they came (see identityOf), and when the person logged in there, epoch
 * ms, where it says so.
 */
interface GoogleAnswer {
  claims: unknown
  loggedInAt: number | null
}

/** How a step of the sign-in went on; whatever else happens is thrown. */
export type GoogleStep =
  | { kind: 'go'; address: string }
  | ({ kind: 'known' } & GoogleAnswer & GooglePurpose)
  /** No consent given, or the answer is to no question of this session. */
  | { kind: 'refused'; cancelled: boolean }

class Google extends Strategy {
  constructor(clientID: string, clientSecret: string) {
    super(
      {
        clientID,
        clientSecret,
        authorizationURL: config.GOOGLE_AUTHORIZATION_URL,
        tokenURL: config.GOOGLE_TOKEN_URL,
        userProfileURL: config.GOOGLE_USERINFO_URL,
        // From the settings, never from what a request claims to be for.
        callbackURL: `${config.PUBLIC_URL}/api/auth/google/callback`,
        scope: ['openid', 'email', 'profile'],
        state: true,
        pkce: true,
        sessionKey: 'google',
      },
      (
        _accessToken: string,
        _refreshToken: string,
        params: GoogleCallbackParameters,
        profile: Profile,
        done: VerifyCallback,
      ) =>
        done(null, {
          claims: profile._json,
          loggedInAt: loggedInAt(params.id_token),
        } satisfies GoogleAnswer as never),
    )
    // The library would put the token into an address, where it ends up in logs.
    this._oauth2.useAuthorizationHeaderforGET(true)
  }

  // The library knows the prompt alone. With `max_age` the answer says when the person logged in.
  override authorizationParams(options: AuthenticateOptionsGoogle): object {
    return { ...super.authorizationParams(options), ...(options.prompt === 'login' && { max_age: '0' }) }
  }
}

const IdToken = z.object({ auth_time: z.number().optional() })

/** Taken at its word: it came from Google's own address, over TLS (OpenID Connect Core, 3.1.3.7). */
function loggedInAt(idToken: string | undefined): number | null {
  const payload = idToken?.split('.')[1]
  if (!payload) return null
  const { auth_time } = IdToken.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return auth_time === undefined ? null : auth_time * 1000
}

const strategy =
  config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET
    ? new Google(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET)
    : null

/** Whether the credentials are set. */
export const googleIsOpen = (): boolean => strategy !== null

/**
 * Takes one step of passport's strategy: the question (with state and PKCE kept in the session), or the
 * answer that comes back. Rejects when Google cannot be talked to or does not like the code.
 */
export function googleStep(
  req: Request,
  { next, proves }: GooglePurpose = { next: null, proves: null },
): Promise<GoogleStep> {
  return new Promise((resolve, reject) => {
    // What passport itself does with a strategy, each of whose attempts answers in its own way.
    const attempt = Object.assign(Object.create(strategy) as Google, {
      redirect: (address: string) => resolve({ kind: 'go', address }),
      success: (answer: unknown, info?: { state?: Partial<GooglePurpose> }) =>
        resolve({
          kind: 'known',
          ...(answer as GoogleAnswer),
          next: info?.state?.next ?? null,
          proves: info?.state?.proves ?? null,
        }),
      fail: () => resolve({ kind: 'refused', cancelled: req.query['error'] === 'access_denied' }),
      error: (error: Error) => reject(error),
    })
    attempt.authenticate(req, { state: { next, proves }, ...(proves !== null && { prompt: 'login' }) })
  })
}

/** What Google says of a person; throws when that is not what it should be. */
export function identityOf(claims: unknown): GoogleIdentity {
  const { sub, email, email_verified, name } = Claims.parse(claims)
  return { googleId: sub, email, emailVerified: email_verified, displayName: name }
}
