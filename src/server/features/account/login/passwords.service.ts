import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { config } from '#server/platform/config.ts'
import { badRequest } from '#server/platform/errors.ts'
import { MESSAGES } from '#contract/errors.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { createTurns } from '#server/platform/turns.ts'
import { passwordHashOf } from '#server/features/people/users/accounts.service.ts'
import { BRAND } from '#contract/brand.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'

// 19 MiB, two passes, one lane (SECURITY, Passwords), with argon2id, the library's default. Tests may ask for
// less.
const COST =
  config.PASSWORD_COST === 'low'
    ? { memoryCost: 64, timeCost: 1, parallelism: 1 }
    : { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash keeps a core busy with the priority of the requests: one core stays free for them, and four at once limit the
 * memory. Above fifty waiting requests the answer is 503.
 */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))
const turns = createTurns({ atOnce: AT_ONCE, atOnceOfOne: AT_ONCE, waiting: 50, waitingOfOne: 50 })
const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns('everybody', work)

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(canonical(password), COST))

// The same accented letter can be typed as one character or as two.
const canonical = (password: string): string => password.normalize('NFKC')

// Unknown addresses are checked against this, so that the answer takes as long. It is the hash of no known password.
const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
const decoy = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${random(16)}$${random(32)}`

/** Whether the password is correct. Without a hash it takes as long and is never correct. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? decoy
  const matches = await inTurn(() => verify(against, canonical(password)))
  return matches && passwordHash !== null
}

const passwordCheckRate = rateLimit('passwordCheck', 5, 15 * 60)

/**
 * Checks the current password of the signed-in person. Throws 400 for a wrong one, 429 after five of them in
 * 15 minutes.
 */
export async function assertPassword(userId: string, given = ''): Promise<void> {
  await passwordCheckRate.consume(userId)
  if (!(await passwordMatches(await passwordHashOf(userId), given))) throw badRequest(MESSAGES.passwordWrong)
  await passwordCheckRate.forgive(userId)
}

/** Shorter words are part of too many good passwords. */
const SHORTEST_WORD = 3
/** Without the names, a password must still have this length. */
const SHORTEST_REST = 4
const FEWEST_CHARACTERS = 4
const LONGEST_UNIT = 4

// 49,000 leaked passwords and 8,000 English words, about 5 MB. A Set answers in microseconds; zxcvbn's own
// estimate blocks the only thread for up to 3 s with 128 hostile characters (measured).
let common: ReadonlySet<string> = new Set()

// At the first password: a start does not wait for it.
async function loadCommon(): Promise<void> {
  if (common.size > 0) return
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = [...dictionary['passwords-common'], ...dictionary['diceware-common']]
  common = new Set(words.filter(({ length }) => length >= SHORTEST_WORD))
}

/** What a guesser knows of the account. */
export interface PasswordOwner {
  handle: string
  email: string
}

/**
 * Rejects with 400 for a password that is guessed early: a common one, or one made of the person's name or address.
 */
export async function assertStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  await loadCommon()
  const folded = password.normalize('NFKC').toLowerCase()
  if (isMadeOf(folded, [owner.email, owner.email.split('@')[0]!, owner.handle]))
    throw badRequest(MESSAGES.passwordPersonal)
  if (isMadeOf(folded, [BRAND.name, houseName()]) || isMonotonous(folded) || isCommon(folded))
    throw badRequest(MESSAGES.passwordTooCommon)
}

/** Whether little, or only a common word, is left without these names. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const letters = lettersAndDigits(password)
  // The longest first: one may be the start of another.
  const known = names
    .map((name) => lettersAndDigits(name.toLowerCase()))
    .filter(({ length }) => length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length)
  const rest = known.reduce((left, name) => left.replaceAll(name, ''), letters)
  return rest !== letters && (withoutDigitsAtTheEnds(rest).length < SHORTEST_REST || isCommon(rest))
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const withoutDigitsAtTheEnds = (text: string) =>
  text.replace(/^\p{N}+/u, '').replace(/(?<!\p{N})\p{N}+$/u, '')

/** Few different characters, a short piece repeated, or consecutive characters. */
function isMonotonous(password: string): boolean {
  const units = Array.from({ length: LONGEST_UNIT }, (_, at) => at + 1)
  const codes = Array.from(password, (character) => character.codePointAt(0)!)
  const repeats = (unit: number) => codes.every((code, at) => code === codes[at % unit])
  const runs = (step: number) => codes.every((code, at) => at === 0 || code === codes[at - 1]! + step)
  return new Set(codes).size < FEWEST_CHARACTERS || units.some(repeats) || runs(1) || runs(-1)
}

/** In the dictionary, also with digits and signs before or after it, or signs instead of letters. */
function isCommon(password: string): boolean {
  const cores = [
    password,
    withoutEnds(password, 'head'),
    withoutEnds(password, 'tail'),
    withoutEnds(withoutEnds(password, 'tail'), 'head'),
  ]
  return cores.some((core) => [core, plain(core, 'i'), plain(core, 'l')].some((word) => common.has(word)))
}

/** Without non-letters at one end. A loop, because a pattern for the end takes quadratic time. */
function withoutEnds(text: string, end: 'head' | 'tail'): string {
  const isLetter = (at: number) => /\p{L}/u.test(text[at]!)
  let [from, to] = [0, text.length]
  if (end === 'head') while (from < to && !isLetter(from)) from++
  else while (to > from && !isLetter(to - 1)) to--
  return text.slice(from, to)
}

const LETTERS_OF_SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
  '!': 'i',
  '|': 'l',
}

/** Replaces signs by the letters they look like; '1' may be an i or an l. */
const plain = (text: string, one: 'i' | 'l') =>
  text.replace(/[0-9@$+!|]/g, (sign) => (sign === '1' ? one : (LETTERS_OF_SIGNS[sign] ?? sign)))
