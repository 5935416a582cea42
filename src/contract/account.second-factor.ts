import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { atMost, Timestamp } from './primitives.ts'
import { isStorable, isVisible } from './text.ts'

/** The second factors of a log-in: a code of an authenticator app, a passkey, a recovery code. */
export const SECOND_STEPS = ['totp', 'passkey', 'recovery'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

/**
 * 202 of POST /api/auth/login, and GET /api/auth/login/second: the password was right, and one of these
 * factors is needed.
 */
export const SecondStepView = z
  .object({ secondFactor: z.array(z.enum(SECOND_STEPS)) })
  .meta({ id: 'SecondStep' })
export type SecondStepView = z.infer<typeof SecondStepView>

/** Six digits of an authenticator app, or a recovery code in any spelling. */
export const Code = atMost(
  40,
  MESSAGES.codeWrong,
)(z.string(MESSAGES.codeWrong).trim().min(1, MESSAGES.codeWrong))

const bytes = (most: number) =>
  z
    .string(MESSAGES.passkeyWrong)
    .max(most, MESSAGES.passkeyWrong)
    .regex(/^[\w-]+={0,2}$/, MESSAGES.passkeyWrong)
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', MESSAGES.passkeyWrong),
  clientExtensionResults: z.object({}),
}

/** The browser's response when a passkey is used (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(4000),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** The browser's response when a passkey is created (WebAuthn, RegistrationResponseJSON). */
const PasskeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** A passkey's name: one line with at least one visible character. */
const PasskeyName = atMost(
  LIMITS.displayName,
  MESSAGES.passkeyName,
)(z.string(MESSAGES.passkeyName).trim()).refine(
  (name) => isStorable(name) && isVisible(name) && !/[\n\t]/.test(name),
  MESSAGES.passkeyName,
)

/** POST /api/auth/passkeys. */
export const NewPasskeyInput = z
  .object({ name: PasskeyName, passkey: PasskeyAttestation })
  .meta({ id: 'NewPasskeyInput' })
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>

/** POST /api/auth/login/second: a code or a passkey. */
export const SecondStepInput = z
  .union([z.object({ code: Code }), z.object({ passkey: PasskeyAssertion })], MESSAGES.codeWrong)
  .meta({ id: 'SecondStepInput' })
export type SecondStepInput = z.infer<typeof SecondStepInput>

/** POST /api/auth/login/passkey: log-in without address and password. */
export const PasskeyLoginInput = z.object({ passkey: PasskeyAssertion }).meta({ id: 'PasskeyLoginInput' })

/** PUT /api/auth/totp: proves that the app has the secret. */
export const TotpCodeInput = z.object({ code: Code }).meta({ id: 'TotpCodeInput' })

/** POST /api/auth/totp: the secret, as text to type and as the address in its QR code. */
export const TotpSecretView = z.object({ secret: z.string(), address: z.string() }).meta({ id: 'TotpSecret' })
export type TotpSecretView = z.infer<typeof TotpSecretView>

/** The options for the browser's WebAuthn call, passed on unchanged. */
export const PasskeyOptionsView = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' })

export const PasskeyView = z
  .object({ id: z.string(), name: z.string(), addedAt: Timestamp, lastUsedAt: Timestamp.nullable() })
  .meta({ id: 'Passkey' })
export type PasskeyView = z.infer<typeof PasskeyView>

/** GET /api/auth/second-factor: the second factors of the person, without any secret. */
export const SecondFactorView = z
  .object({
    /** The authenticator app. */
    totp: z.object({ addedAt: Timestamp, lastUsedAt: Timestamp.nullable() }).nullable(),
    passkeys: z.array(PasskeyView),
    /** How many recovery codes are left. */
    recoveryCodes: z.int(),
    /** Whether a second factor is required, because the person is an admin. */
    required: z.boolean(),
    /** Whether this session began with a second factor, or has set one up. */
    used: z.boolean(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactorView = z.infer<typeof SecondFactorView>

/**
 * After a change: the current state, and new recovery codes, shown only once; null when the old ones are
 * still valid.
 */
export const SecondFactorChangeView = z
  .object({ factors: SecondFactorView, recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: 'SecondFactorChange' })
export type SecondFactorChangeView = z.infer<typeof SecondFactorChangeView>

/** GET /api/auth/proof: how the person of this session can prove their identity. */
export const ProofView = z
  .object({
    password: z.boolean(),
    /** By a new log-in at Google. */
    google: z.boolean(),
    /** Whether a passkey can prove it. */
    passkey: z.boolean(),
    /**
     * Whether a code (authenticator app or recovery code) is needed in addition to the password or Google.
     */
    code: z.boolean(),
    /** The log-in at Google is done; only the code is missing. */
    codeAlone: z.boolean(),
  })
  .meta({ id: 'ProofWays' })
export type ProofView = z.infer<typeof ProofView>

/** POST /api/auth/proof: a passkey, or the password, with a code where there is a second factor. */
export const ProofInput = z
  .object({
    password: atMost(LIMITS.passwordMax, MESSAGES.passwordWrong)(z.string(MESSAGES.passwordWrong)).optional(),
    code: Code.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .meta({ id: 'ProofInput' })
export type ProofInput = z.infer<typeof ProofInput>
