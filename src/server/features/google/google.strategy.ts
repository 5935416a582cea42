import type { Request } from 'express'
import { Strategy, type Profile } from 'passport-google-oauth20'
import { z } from 'zod'
import { Email } from '#contract/users.ts'
import { config } from '#server/platform/config.ts'

/** Who Google says it is. */
export interface GoogleIdentity {
  googleId: string
  email: string
  /** Google has seen that mails to the address reach this person. */
  emailVerified: boolean
  displayName: string
}

const Claims = z.object({ sub: z.string().min(1).max(255), email: Email, email_verified: z.boolean(), name: z.string().default('') })

/** How a step of the sign-in went on; whatever else happens is thrown. */
export type GoogleStep =
  | { kind: 'go'; address: string }
  /** `claims` as they came; see identityOf. */
  | { kind: 'known'; claims: unknown; next: string | null }
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
      (_accessToken, _refreshToken, profile, done) => done(null, profile as never),
    )
    // The library would put the token into an address, where it ends up in logs.
    this._oauth2.useAuthorizationHeaderforGET(true)
  }
}

const strategy = config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET ? new Google(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET) : null

/** Whether the credentials are set. */
export const googleIsOpen = (): boolean => strategy !== null

/**
 * Takes one step of passport's strategy: the question (with state and PKCE kept in the session), or the answer that comes
 * back. Rejects when Google cannot be talked to or does not like the code.
 */
export function googleStep(req: Request, next: string | null = null): Promise<GoogleStep> {
  return new Promise((resolve, reject) => {
    // What passport itself does with a strategy, each of whose attempts answers in its own way.
    const attempt = Object.assign(Object.create(strategy) as Google, {
      redirect: (address: string) => resolve({ kind: 'go', address }),
      success: (profile: unknown, info?: { state?: { next?: string | null } }) =>
        resolve({ kind: 'known', claims: (profile as Profile)._json, next: info?.state?.next ?? null }),
      fail: () => resolve({ kind: 'refused', cancelled: req.query['error'] === 'access_denied' }),
      error: (error: Error) => reject(error),
    })
    attempt.authenticate(req, { state: { next } })
  })
}

/** What Google says of a person; throws when that is not what it should be. */
export function identityOf(claims: unknown): GoogleIdentity {
  const { sub, email, email_verified, name } = Claims.parse(claims)
  return { googleId: sub, email, emailVerified: email_verified, displayName: name }
}
