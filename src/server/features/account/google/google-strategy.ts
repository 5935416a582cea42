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
 * The only file that uses passport-google-oauth20. Risk: its last release is of 2019. It sends the OAuth 2
 * redirect and exchanges the code; a schema here checks the claims. If Google changes the protocol,
 * openid-client can replace it in this file.
 */

/** A person as Google identifies them. */
export interface GoogleIdentity {
  googleId: string
  email: string
  /** Google has verified the address. */
  emailVerified: boolean
  displayName: string
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: Email,
  email_verified: z.boolean(),
  name: z.string().default(''),
})

/** Why Google is asked; kept in the session until the answer comes. */
export interface GooglePurpose {
  /** The page to open afterwards, a path of this site. */
  next: string | null
  /** Id of the signed-in person who proves their identity; null for a log-in. */
  proves: string | null
  /** Hash of the invitation that a new person brings. */
  inviteHash: string | null
}

/**
 * Google's answer: the claims unchecked (see `identityOf`), and the time of the log-in there (epoch ms) when
 * it is given.
 */
interface GoogleAnswer {
  claims: unknown
  loggedInAt: number | null
}

/** Outcome of a step; other errors are thrown. */
export type GoogleStep =
  | { kind: 'go'; address: string }
  | ({ kind: 'known' } & GoogleAnswer & GooglePurpose)
  /** The person cancelled, or the answer does not belong to a request of this session. */
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
        // From the settings: a request's Host header could be forged.
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
    // By default the library puts the token into the URL, where it would end up in logs.
    this._oauth2.useAuthorizationHeaderforGET(true)
  }

  // The library supports only `prompt`. With `max_age` the answer contains the time of the log-in.
  override authorizationParams(options: AuthenticateOptionsGoogle): object {
    return { ...super.authorizationParams(options), ...(options.prompt === 'login' && { max_age: '0' }) }
  }
}

const IdToken = z.object({ auth_time: z.number().optional() })

/**
 * The signature is not checked: the token came from Google directly, over TLS (OpenID Connect Core, 3.1.3.7).
 */
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

/** Whether the credentials are configured. */
export const googleIsOpen = (): boolean => strategy !== null

/**
 * Runs one step of passport's strategy: the redirect (state and PKCE are kept in the session), or the answer.
 * Rejects when Google cannot be reached or refuses the code.
 */
export function googleStep(
  req: Request,
  purpose: GooglePurpose = { next: null, proves: null, inviteHash: null },
): Promise<GoogleStep> {
  return new Promise((resolve, reject) => {
    // As passport does it: a copy of the strategy for each attempt, with the outcome as methods.
    const attempt = Object.assign(Object.create(strategy) as Google, {
      redirect: (address: string) => resolve({ kind: 'go', address }),
      success: (answer: unknown, info?: { state?: Partial<GooglePurpose> }) =>
        resolve({
          kind: 'known',
          ...(answer as GoogleAnswer),
          next: info?.state?.next ?? null,
          proves: info?.state?.proves ?? null,
          inviteHash: info?.state?.inviteHash ?? null,
        }),
      fail: () => resolve({ kind: 'refused', cancelled: req.query['error'] === 'access_denied' }),
      error: (error: Error) => reject(error),
    })
    attempt.authenticate(req, { state: purpose, ...(purpose.proves !== null && { prompt: 'login' }) })
  })
}

/** Checks the claims. Throws when they are not as expected. */
export function identityOf(claims: unknown): GoogleIdentity {
  const { sub, email, email_verified, name } = Claims.parse(claims)
  return { googleId: sub, email, emailVerified: email_verified, displayName: name }
}
