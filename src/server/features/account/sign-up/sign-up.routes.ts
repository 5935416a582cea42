import { z } from 'zod'
import {
  InvitationInput,
  InvitationsQuery,
  InvitationView,
  NewInvitationView,
  SignUpInput,
  SignUpQuery,
  SignUpStateView,
  SignUpView,
} from '#contract/account.sign-up.ts'
import { Id } from '#contract/primitives.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { createInvitation, listInvitations, revokeInvitation } from './invitations.service.ts'
import { changeSignUp, signUpState } from './sign-up.service.ts'

const route = routesOf({ tag: 'admin', access: 'admin' })

/** Secrets of invitations that one network may try. */
const inviteRate = rateLimit('invite', 60, 10 * 60, { forVisitors: true })

export const signUpRoutes = [
  route.get('/auth/sign-up', {
    summary: 'Who may create an account, and whether this invitation works',
    tag: 'accounts',
    access: 'visitor',
    limit: inviteRate,
    query: SignUpQuery,
    answers: { 200: SignUpStateView },
    handle: ({ query }) => signUpState(query.invite),
  }),
  route.put('/admin/sign-up', {
    summary: 'Change who may create an account: everybody, people with an invitation, nobody',
    limit: 'write',
    proof: 'recent',
    body: SignUpInput,
    answers: { 200: SignUpView },
    handle: ({ viewer, body }) => changeSignUp(viewer, body.mode),
  }),
  route.get('/admin/invitations', {
    summary: 'All invitations, newest first, with the people who came by them',
    limit: 'read',
    query: InvitationsQuery,
    answers: { 200: z.array(InvitationView) },
    handle: ({ query }) => listInvitations(query.cursor),
  }),
  route.post('/admin/invitations', {
    summary: 'Make an invitation; the answer has the secret of its link, once',
    limit: 'write',
    proof: 'recent',
    body: InvitationInput,
    answers: { 201: NewInvitationView },
    handle: async ({ viewer, body }) => created(await createInvitation(viewer, body)),
  }),
  route.delete('/admin/invitations/:id', {
    summary: 'Revoke an invitation; accounts that it created stay',
    limit: 'write',
    params: z.object({ id: Id }),
    answers: { 200: InvitationView },
    handle: ({ viewer, params }) => revokeInvitation(viewer, params.id),
  }),
]
