import { z } from 'zod'
import { BirthYear, Email, Filled, Password } from './account.ts'
import { MESSAGES } from './errors.ts'
import { DisplayName, Handle } from './people.ts'

/** Four digits, as text. */
const TypedBirthYear = z
  .string()
  .trim()
  .regex(/^\d{4}$/, MESSAGES.birthYear)
  .transform(Number)
  .pipe(BirthYear)

const Accepted = z.boolean().refine((ticked) => ticked, MESSAGES.acceptTerms)

const legal = {
  acceptTerms: Accepted,
  acceptPrivacy: Accepted,
  puzzleSolved: z.boolean().refine((solved) => solved, MESSAGES.solvePuzzle),
}
const ticks = { acceptTerms: z.boolean(), acceptPrivacy: z.boolean(), puzzleSolved: z.boolean() }

/**
 * The registration form (product sections 3 and 5). Its first issue is the first broken rule in the order of
 * the product document, then of the rules that it does not order. The four fields that are sent have the same
 * rules as in `RegisterInput`.
 */
export const RegisterForm = z
  .object({
    email: Filled,
    handle: Filled,
    displayName: Filled,
    birthYear: Filled,
    password: Filled,
    confirmPassword: Filled,
    ...ticks,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: MESSAGES.passwordsDiffer,
  })
  .pipe(
    z.object({
      password: Password,
      handle: Handle,
      birthYear: TypedBirthYear,
      ...legal,
      email: Email,
      displayName: DisplayName,
      confirmPassword: z.string(),
    }),
  )
export type RegisterForm = z.input<typeof RegisterForm>

/**
 * The form after a first Google sign-in: only the remaining fields, with the same rules in the same order.
 */
export const GoogleRegisterForm = z
  .object({ handle: Filled, displayName: Filled, birthYear: Filled, ...ticks })
  .pipe(z.object({ handle: Handle, birthYear: TypedBirthYear, ...legal, displayName: DisplayName }))
