import { dictionary } from '@zxcvbn-ts/language-common'
import { LIMITS } from '#contract/limits.ts'

// Some 18,000 of the most used ones are long enough to be chosen here at all.
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].filter((password) => password.length >= LIMITS.passwordMin))

/** Among the first that a guesser tries, whatever the letter case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
