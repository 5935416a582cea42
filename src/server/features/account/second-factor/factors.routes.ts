import { z } from 'zod'
import {
  NewPasskeyInput,
  PasskeyLoginInput,
  PasskeyOptionsView,
  SecondFactorChangeView,
  SecondFactorView,
  SecondStepInput,
  SecondStepView,
  TotpCodeInput,
  TotpSecretView,
} from '#contract/account.second-factor.ts'
import { SessionView } from '#contract/account.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { sessionView } from '#server/features/account/login/sessions.ts'
import {
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactorView,
} from './factors.service.ts'
import { registerPasskey, passkeyToMake, passkeyToUse } from './passkeys.service.ts'
import { awaitedSteps, finishLogin, loginByPasskey } from './second-step.service.ts'

const atTheDoor = routesOf({ tag: 'accounts', access: 'visitor', limit: 'write' })
const change = routesOf({
  tag: 'accounts',
  access: 'user',
  limit: 'write',
  whileSuspended: true,
  proof: 'recent',
})
const PasskeyParams = z.object({ passkeyId: z.string().regex(/^[\w-]{12}$/) })

export const secondFactorRoutes = [
  atTheDoor.get('/auth/login/second', {
    summary: 'The ways to complete the pending log-in of this session',
    limit: 'read',
    answers: { 200: SecondStepView },
    handle: ({ req }) => awaitedSteps(req),
  }),
  atTheDoor.post('/auth/login/second', {
    summary: 'Complete a log-in with a code or a passkey, within ten minutes',
    body: SecondStepInput,
    answers: { 200: SessionView },
    handle: async ({ body, req }) => sessionView(await finishLogin(req, body)),
  }),
  atTheDoor.post('/auth/login/passkey', {
    summary: 'Log in with a passkey alone',
    body: PasskeyLoginInput,
    answers: { 200: SessionView },
    handle: async ({ body, req }) => sessionView(await loginByPasskey(req, body.passkey)),
  }),
  atTheDoor.post('/auth/passkeys/challenge', {
    summary: 'Options for signing in with a passkey; valid once, for five minutes',
    answers: { 200: PasskeyOptionsView },
    handle: ({ req }) => passkeyToUse(req),
  }),
  atTheDoor.get('/auth/second-factor', {
    summary: 'Your second factors',
    access: 'user',
    limit: 'read',
    answers: { 200: SecondFactorView },
    handle: ({ viewer, req }) => secondFactorView(viewer, req),
  }),
  change.post('/auth/totp', {
    summary: 'A secret for an authenticator app, to be confirmed within half an hour',
    answers: { 200: TotpSecretView },
    handle: ({ viewer }) => beginTotp(viewer),
  }),
  change.put('/auth/totp', {
    summary: 'Confirm the authenticator app by a code; every other session ends',
    body: TotpCodeInput,
    answers: { 200: SecondFactorChangeView },
    handle: ({ viewer, body, req }) => confirmTotp(viewer, body.code, req),
  }),
  change.delete('/auth/totp', {
    summary: 'Remove the authenticator app; every other session ends',
    answers: { 200: SecondFactorChangeView },
    handle: ({ viewer, req }) => removeTotp(viewer, req),
  }),
  change.post('/auth/passkeys/options', {
    summary: 'Options for making a new passkey',
    answers: { 200: PasskeyOptionsView },
    handle: ({ viewer, req }) => passkeyToMake(viewer, req),
  }),
  change.post('/auth/passkeys', {
    summary: 'Add a new passkey; every other session ends',
    body: NewPasskeyInput,
    answers: { 200: SecondFactorChangeView },
    handle: ({ viewer, body, req }) => registerPasskey(viewer, body, req),
  }),
  change.delete('/auth/passkeys/:passkeyId', {
    summary: 'Remove a passkey; every other session ends',
    params: PasskeyParams,
    answers: { 200: SecondFactorChangeView },
    handle: ({ viewer, params, req }) => removePasskey(viewer, params.passkeyId, req),
  }),
  change.post('/auth/recovery-codes', {
    summary: 'Ten new recovery codes, shown once; the old ones become invalid',
    answers: { 200: SecondFactorChangeView },
    handle: ({ viewer, req }) => renewRecoveryCodes(viewer, req),
  }),
]
