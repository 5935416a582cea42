import { domainToASCII } from 'node:url'
import { fold } from '#contract/fold.ts'
import { UNSPACED } from '#contract/letters.ts'

/** Words and phrases as they are compared: folded, with one blank between words and around them. */
export interface WordList {
  /** Entries of one word. */
  readonly words: ReadonlyMap<string, string>
  /** Entries of several words, and of scripts without spaces. */
  readonly phrases: readonly { readonly key: string; readonly entry: string }[]
}

const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu
// Scripts that do not separate words by spaces: an entry is found inside a run of letters, too.
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
const INVISIBLE = /\p{Cf}/gu

const wordsOf = (text: string): string[] => Array.from(fold(text).matchAll(WORD), ([word]) => word)

/** Whether an entry of a list has anything to compare. */
export const isWordEntry = (entry: string): boolean => wordsOf(entry).length > 0

/** Prepared once, because every text is compared with all entries. */
export function wordList(entries: readonly string[]): WordList {
  const words = new Map<string, string>()
  const phrases: { key: string; entry: string }[] = []
  for (const entry of entries) {
    const parts = wordsOf(entry)
    const isUnspaced = HAS_UNSPACED.test(entry)
    if (parts.length === 1 && !isUnspaced) words.set(parts[0]!, entry)
    else if (parts.length > 0)
      phrases.push({ key: isUnspaced ? parts.join(' ') : ` ${parts.join(' ')} `, entry })
  }
  return { words, phrases }
}

/** The entries whose whole words are in the text, whatever their letter case and accents. */
export function entriesIn(text: string, { words, phrases }: WordList): Set<string> {
  const found = new Set<string>()
  if (words.size === 0 && phrases.length === 0) return found
  const parts = wordsOf(text)
  for (const part of parts) {
    const entry = words.get(part)
    if (entry !== undefined) found.add(entry)
  }
  const run = ` ${parts.join(' ')} `
  for (const { key, entry } of phrases) if (run.includes(key)) found.add(entry)
  return found
}

/** A domain as it is compared: lower case, punycode, without dots at its ends. Null for what is none. */
export function domainOf(text: string): string | null {
  const host = domainToASCII(text.replace(/^[.@]+|[.]+$/g, ''))
  return /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(host) ? host : null
}

/** The blocked domain that this host is, or is below. */
export function blockedDomain(host: string, blocked: ReadonlySet<string>): string | null {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1))
    if (blocked.has(rest)) return rest
  return null
}

const LINK = /\b(?:https?:\/\/|www\.)\S{1,2048}/gi
// Split by what is in no host name, so that the work is linear in the text.
const NOT_IN_HOSTS = /[^\p{L}\p{M}\p{N}._-]+/u
const DOTS = /[\u3002\uff0e\uff61]/g

/**
 * The blocked domains that a text names: in links, whatever their form, and bare ('example.org'). Hosts are
 * compared as a browser would open them.
 */
export function domainsIn(text: string, blocked: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  if (blocked.size === 0) return found
  const plain = text.replace(INVISIBLE, '').normalize('NFKC').replace(DOTS, '.')
  const hosts = plain.split(NOT_IN_HOSTS).filter((piece) => piece.includes('.'))
  // A browser decodes 'ex%61mple.org' in a link.
  for (const [link] of plain.matchAll(LINK)) {
    const address = /^www\./i.test(link) ? `http://${link}` : link
    if (URL.canParse(address)) hosts.push(new URL(address).hostname)
  }
  for (const host of hosts) {
    const domain = domainOf(host)
    const entry = domain && blockedDomain(domain, blocked)
    if (entry) found.add(entry)
  }
  return found
}
