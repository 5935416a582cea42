import { fold } from '#contract/fold.ts'
import { sign } from '#server/platform/keys.ts'
import { LINK } from './spam-score.ts'

/** Letters without links; shorter texts are common: 'good morning', 'happy new year'. */
const MIN_LETTERS = 40
/** From this many words on, the words around a link are compared, and the link's path is ignored. */
const MIN_WORDS = 20

/** A keyed hash: without the secret nobody can test words against it. */
const fingerprint = (kind: 'own' | 'house', text: string): string =>
  sign('spam-prints', `${kind}|${text}`).slice(0, 22)

/** The same for texts that differ only in letter case, accents, white space, punctuation and emoji. */
export const exactFingerprint = (text: string): string =>
  fingerprint('own', lettersOf(text, /[^\p{L}\p{N}]+/gu))

/**
 * The fingerprint for comparing across accounts: digits and paths of links are ignored too. Null for short
 * texts without a link.
 */
export function siteFingerprint(text: string): string | null {
  const links = text.match(LINK) ?? []
  const words = lettersOf(text.replace(LINK, ' '), /[^\p{L}]+/gu)
  if (links.length === 0 && words.length < MIN_LETTERS) return null
  const targets = links.map((link) => (words.length < MIN_WORDS ? link : hostOf(link)).toLowerCase())
  return fingerprint('house', `${words}|${[...new Set(targets)].sort().join(' ')}`)
}

const lettersOf = (text: string, rest: RegExp): string => fold(text).replace(rest, '')

const hostOf = (link: string): string => link.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0] ?? link
