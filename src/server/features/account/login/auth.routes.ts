import { z } from 'zod'
import { PuzzleAnswerInput, PuzzleAnswerView, PuzzleView } from '#contract/account.puzzle.ts'
import { SecondStepView } from '#contract/account.second-factor.ts'
import {
  HandleCheckView,
  LoginInput,
  PasswordCheckInput,
  RegisterInput,
  RegistrationDetailsInput,
  SessionView,
} from '#contract/account.ts'
import { Handle } from '#contract/people.ts'
import { created, ok } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { COOKIE_ATTRIBUTES } from '#server/platform/cookies.ts'
import { renewCookie, SESSION_COOKIE } from '#server/platform/session.ts'
import { beginOrAsk } from '#server/features/account/second-factor/second-step.service.ts'
import { checkHandle } from '#server/features/people/users/accounts.service.ts'
import { login, register } from './auth.service.ts'
import { assertStrongPassword } from './passwords.service.ts'
import { answerPuzzle, newPuzzle } from './puzzle.service.ts'
import { storeDetails } from './registration-details.service.ts'
import { beginSession, endSession, sessionView } from './sessions.ts'

const route = routesOf({ tag: 'accounts' })

export const authRoutes = [
  route.get('/auth/me', {
    summary: 'The signed-in person',
    access: 'user',
    limit: 'read',
    answers: { 200: SessionView },
    handle: async ({ viewer, req, res }) => {
      renewCookie(req, res)
      return sessionView(viewer.id)
    },
  }),
  route.post('/auth/login', {
    summary: 'Log in; 202 when a second factor is needed',
    access: 'visitor',
    limit: 'write',
    body: LoginInput,
    answers: { 200: SessionView, 202: SecondStepView },
    handle: async ({ body, req }) => {
      const proven = await login(body, req)
      const awaited = await beginOrAsk(req, proven)
      return awaited ? ok(awaited, 202) : sessionView(proven.id)
    },
  }),
  route.post('/auth/register/details', {
    summary:
      'What the form tells before it creates an account: the answer keeps it in a cookie for that call',
    access: 'visitor',
    limit: 'write',
    body: RegistrationDetailsInput,
    answers: { 204: null },
    handle: async ({ body, res }) => {
      storeDetails(res, body)
    },
  }),
  route.post('/auth/register', {
    summary: 'Create an account and sign in',
    access: 'visitor',
    limit: 'write',
    body: RegisterInput,
    answers: { 201: SessionView },
    handle: async ({ body, req }) => {
      const proven = await register(body, req)
      await beginSession(req, proven, { registered: true })
      return created(await sessionView(proven.id))
    },
  }),
  route.get('/auth/handle', {
    summary: 'Whether a handle is free; else others that are',
    access: 'visitor',
    limit: 'read',
    query: z.object({ handle: Handle }),
    answers: { 200: HandleCheckView },
    handle: ({ query }) => checkHandle(query.handle),
  }),
  route.post('/auth/password', {
    summary: 'Whether a password is strong enough for an account of this handle and address; else 400',
    access: 'visitor',
    limit: 'read',
    body: PasswordCheckInput,
    answers: { 204: null },
    handle: async ({ body: { password, ...owner } }) => {
      await assertStrongPassword(password, owner)
    },
  }),
  route.post('/auth/puzzle', {
    summary: 'A puzzle for the registration',
    access: 'visitor',
    limit: 'write',
    answers: { 200: PuzzleView },
    handle: async () => newPuzzle(),
  }),
  route.post('/auth/puzzle/answer', {
    summary:
      'Answer a puzzle, three times at most; the right answer gives a proof for the details of one registration',
    access: 'visitor',
    limit: 'write',
    body: PuzzleAnswerInput,
    answers: { 200: PuzzleAnswerView },
    handle: ({ body }) => answerPuzzle(body),
  }),
  route.post('/auth/logout', {
    summary: 'Log out of this session',
    access: 'visitor',
    limit: 'write',
    answers: { 204: null },
    handle: async ({ req, res }) => {
      await endSession(req)
      // Not "storage": it also holds the service worker and the device's own settings. The page removes what
      // is personal there.
      res.clearCookie(SESSION_COOKIE, COOKIE_ATTRIBUTES).set('Clear-Site-Data', '"cache"')
    },
  }),
]
