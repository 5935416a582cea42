import { fold } from '#server/platform/fold.ts'
import { sign } from '#server/platform/keys.ts'
import { LINK } from './spam-score.ts'

/** Shorter texts are what everybody says: 'good morning', 'happy new year'. In letters, without a link. */
const SHORTEST_COMPARED = 40
/** From here on the words around a link say what is advertised, and tracking paths do not matter. */
const WORDS_THAT_TELL = 20

/** A print cannot be turned back into words, and nobody without the secret can try words on it. */
const fingerprint = (kind: 'own' | 'house', text: string): string =>
  sign('spam-prints', `${kind}|${text}`).slice(0, 22)

/** The same for texts that differ in letter case, accents, white space, punctuation and emoji only. */
export const exactFingerprint = (text: string): string =>
  fingerprint('own', lettersOf(text, /[^\p{L}\p{N}]+/gu))

/**
 * The print by which the whole site compares texts: changed digits and paths of links give the same one as
 * well.
 * Null for short texts without a link.
 */
export function siteFingerprint(text: string): string | null {
  const links = text.match(LINK) ?? []
  const words = lettersOf(text.replace(LINK, ' '), /[^\p{L}]+/gu)
  if (links.length === 0 && words.length < SHORTEST_COMPARED) return null
  const targets = links.map((link) => (words.length < WORDS_THAT_TELL ? link : hostOf(link)).toLowerCase())
  return fingerprint('house', `${words}|${[...new Set(targets)].sort().join(' ')}`)
}

const lettersOf = (text: string, rest: RegExp): string => fold(text).replace(rest, '')

const hostOf = (link: string): string => link.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0] ?? link
