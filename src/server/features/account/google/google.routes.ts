import { CurrentUserView, GoogleQuery, NewcomerInput, NewcomerView, SessionView } from '#contract/account.ts'
import { created, ok, redirect, redirectAway } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { noteSecurity } from '#server/platform/security-events.ts'
import { beginSession, sessionView } from '#server/features/account/login/sessions.ts'
import { unlinkGoogle } from '#server/features/people/users/identities.service.ts'
import {
  redirectToGoogle,
  handleGoogleCallback,
  pendingSignUpOf,
  registerFromGoogle,
} from './google.service.ts'

const shared = { tag: 'accounts', access: 'visitor' } as const

export const googleRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/auth/google',
    summary:
      'Sign in with Google, or prove by it who one is; without its credentials back to the log-in page, which says so',
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
      'Where Google sends people back to: on into the house, to the choice of a handle, or to the log-in page with the reason',
    limit: 'read',
    answers: { 302: null },
    handle: async ({ req }) => redirect(await handleGoogleCallback(req)),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/auth/google/newcomer',
    summary: 'Whom Google has sent here for the first time, while they pick a handle',
    limit: 'read',
    answers: { 200: NewcomerView },
    handle: async ({ req }) => ok(await pendingSignUpOf(req)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/auth/google/register',
    summary: 'Open the account of who came by Google for the first time; it is signed in at once',
    limit: 'write',
    body: NewcomerInput,
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
    summary: 'Let Google open this account no more',
    limit: 'write',
    proof: 'recent',
    answers: { 200: CurrentUserView },
    handle: async ({ viewer, req }) => {
      const user = await unlinkGoogle(viewer)
      noteSecurity({ event: 'google-unlinked', outcome: 'done', userId: viewer.id, req })
      return ok(user)
    },
  }),
]
