import {
  CurrentUserView,
  GoogleQuery,
  PendingSignUpInput,
  PendingSignUpView,
  SessionView,
} from '#contract/account.ts'
import { created, redirect, redirectAway } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { beginSession, sessionView } from '#server/features/account/login/sessions.ts'
import {
  redirectToGoogle,
  handleGoogleCallback,
  pendingSignUpOf,
  registerFromGoogle,
  removeGoogle,
} from './google.service.ts'

const route = routesOf({ tag: 'accounts', access: 'visitor' })

export const googleRoutes = [
  route.get('/auth/google', {
    summary:
      'Sign in with Google, or prove your identity with it; redirects to the log-in page when Google is not configured',
    limit: 'read',
    query: GoogleQuery,
    answers: { 302: null },
    handle: async ({ req, query }) => redirectAway(await redirectToGoogle(req, query)),
  }),
  route.get('/auth/google/callback', {
    summary:
      "Google's redirect: continues to the page asked for, the choice of a handle, or the log-in page with an error",
    limit: 'read',
    answers: { 302: null },
    handle: async ({ req }) => redirect(await handleGoogleCallback(req)),
  }),
  route.get('/auth/google/newcomer', {
    summary: 'The pending sign-up with Google, with a free handle to suggest',
    limit: 'read',
    answers: { 200: PendingSignUpView },
    handle: ({ req }) => pendingSignUpOf(req),
  }),
  route.post('/auth/google/register', {
    summary: 'Create the account of the pending sign-up with Google and sign in',
    limit: 'write',
    body: PendingSignUpInput,
    answers: { 201: SessionView },
    handle: async ({ body, req }) => {
      const proven = await registerFromGoogle(req, body)
      await beginSession(req, proven, { registered: true })
      return created(await sessionView(proven.id))
    },
  }),
  route.delete('/auth/google', {
    summary: 'Remove the link to Google',
    access: 'user',
    limit: 'write',
    proof: 'recent',
    answers: { 200: CurrentUserView },
    handle: async ({ viewer, req }) => {
      const user = await removeGoogle(viewer)
      recordSecurityEvent({ event: 'google-unlinked', outcome: 'done', userId: viewer.id, req })
      return user
    },
  }),
]
