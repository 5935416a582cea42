import { dictionary } from '@zxcvbn-ts/language-common'
import { BRAND } from '#contract/brand.ts'
import { MESSAGES } from '#contract/errors.ts'
import { badRequest } from '#server/platform/errors.ts'

/** Shorter words stand in too many good passwords. */
const SHORTEST_WORD = 3
/** Without a name in it, a password must still be at least this long. */
const SHORTEST_REST = 4
const FEWEST_CHARACTERS = 4
const LONGEST_UNIT = 4

// 49,000 leaked passwords and 8,000 English words: about 5 MB. A Set answers in microseconds; zxcvbn's own
// estimate takes up to 3 s of the only thread for 128 characters that were chosen to be slow (measured).
const common: ReadonlySet<string> = new Set(
  [...dictionary['passwords-common'], ...dictionary['diceware-common']].filter(
    ({ length }) => length >= SHORTEST_WORD,
  ),
)

/** What a guesser knows of the person whose password it is. */
export interface PasswordOwner {
  handle: string
  email: string
}

/**
 * Throws 400 for a password that a guesser tries early: a common one, or one that is made of the person's
 * name or address.
 */
export function assertStrongPassword(password: string, owner: PasswordOwner): void {
  const folded = password.normalize('NFKC').toLowerCase()
  if (isMadeOf(folded, [owner.email, owner.email.split('@')[0]!, owner.handle]))
    throw badRequest(MESSAGES.passwordPersonal)
  if (isMadeOf(folded, [BRAND.name]) || isMonotonous(folded) || isCommon(folded))
    throw badRequest(MESSAGES.passwordTooCommon)
}

/** Whether little, or only a common word, is left of the password when these names are removed from it. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const letters = lettersAndDigits(password)
  // The longest first: one may be the beginning of another.
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

/** Few different characters, a short piece repeated, or characters in a row of the alphabet. */
function isMonotonous(password: string): boolean {
  const units = Array.from({ length: LONGEST_UNIT }, (_, at) => at + 1)
  const codes = Array.from(password, (character) => character.codePointAt(0)!)
  const repeats = (unit: number) => codes.every((code, at) => code === codes[at % unit])
  const runs = (step: number) => codes.every((code, at) => at === 0 || code === codes[at - 1]! + step)
  return new Set(codes).size < FEWEST_CHARACTERS || units.some(repeats) || runs(1) || runs(-1)
}

/**
 * In the dictionary, also with digits and signs before or behind it, and with signs in the place of letters.
 */
function isCommon(password: string): boolean {
  const cores = [
    password,
    withoutEnds(password, 'head'),
    withoutEnds(password, 'tail'),
    withoutEnds(withoutEnds(password, 'tail'), 'head'),
  ]
  return cores.some((core) => [core, plain(core, 'i'), plain(core, 'l')].some((word) => common.has(word)))
}

/**
 * Without what is no letter at one end. A loop, because a pattern for the tail would take the square of the
 * length.
 */
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

/** With letters in the place of the signs that look like them; '1' may be an i or an l. */
const plain = (text: string, one: 'i' | 'l') =>
  text.replace(/[0-9@$+!|]/g, (sign) => (sign === '1' ? one : (LETTERS_OF_SIGNS[sign] ?? sign)))
