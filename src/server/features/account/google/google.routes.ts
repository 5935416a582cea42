import {
  CurrentUserView,
  GoogleQuery,
  PendingSignUpInput,
  PendingSignUpView,
  SessionView,
} from '#contract/account.ts'
import { created, ok, redirect, redirectAway } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { beginSession, sessionView } from '#server/features/account/login/sessions.ts'
import {
  redirectToGoogle,
  handleGoogleCallback,
  pendingSignUpOf,
  registerFromGoogle,
  removeGoogle,
} from './google.service.ts'

const shared = { tag: 'accounts', access: 'visitor' } as const

export const googleRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/auth/google',
    summary:
      'Sign in with Google, or prove your identity with it; redirects to the log-in page when Google is not configured',
    limit: 'read',
    query: GoogleQuery,
    answers: { 302: null },
    handle: async ({ req, query }) => redirectAway(await redirectToGoogle(req, query)),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/auth/google/callback',
    summary:
      "Google's redirect: continues to the page asked for, the choice of a handle, or the log-in page with an error",
    limit: 'read',
    answers: { 302: null },
    handle: async ({ req }) => redirect(await handleGoogleCallback(req)),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/auth/google/newcomer',
    summary: 'The pending sign-up with Google, with a free handle to suggest',
    limit: 'read',
    answers: { 200: PendingSignUpView },
    handle: async ({ req }) => ok(await pendingSignUpOf(req)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/auth/google/register',
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
  route({
    ...shared,
    access: 'user',
    method: 'delete',
    path: '/auth/google',
    summary: 'Remove the link to Google',
    limit: 'write',
    proof: 'recent',
    answers: { 200: CurrentUserView },
    handle: async ({ viewer, req }) => {
      const user = await removeGoogle(viewer)
      recordSecurityEvent({ event: 'google-unlinked', outcome: 'done', userId: viewer.id, req })
      return ok(user)
    },
  }),
]
