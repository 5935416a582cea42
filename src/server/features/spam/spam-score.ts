import type { SpamSign, Writing } from '#contract/spam.facts.ts'

/** What is known of something that is about to be written. */
export interface Evidence {
  kind: Writing
  text: string
  /** How often the same person has written the same in the last hour. */
  repeats: number
  /** How much the same person has written in the last minute, of whatever kind. */
  pace: number
  /** Milliseconds since the account was opened. */
  accountAge: number
}

export interface Sign {
  sign: SpamSign
  points: number
}

export interface Verdict {
  score: number
  signs: Sign[]
  verdict: 'fine' | 'held' | 'refused'
}

/** From here on somebody has to look at it; from there on nobody has to. */
export const HOLD_AT = 60
export const REFUSE_AT = 100

const HOUR = 3600_000
const LINK = /\b(?:https?:\/\/|www\.)\S{1,2048}/gi
const MENTION = /(?:^|\s)@\w{1,30}/g
/** 'ok', 'lol', 'yes': people say so all day. */
const SHORTEST_REPEATABLE = 12

/**
 * Adds up what speaks for spam. Each sign alone is what people do now and then, so that only a very strong one, or several
 * together, are enough. Pure: the same evidence gives the same verdict. Linear in the text.
 */
export function judge(evidence: Evidence): Verdict {
  const signs = [links(evidence), bareLinks(evidence), repetition(evidence), speed(evidence), mentions(evidence)].filter(({ points }) => points > 0)
  const all = signs.length > 0 ? [...signs, newcomer(evidence)].filter(({ points }) => points > 0) : []
  const score = all.reduce((sum, { points }) => sum + points, 0)
  return { score, signs: all, verdict: score >= REFUSE_AT ? 'refused' : score >= HOLD_AT ? 'held' : 'fine' }
}

const step = (value: number, steps: readonly (readonly [from: number, points: number])[]): number => steps.findLast(([from]) => value >= from)?.[1] ?? 0

const links = ({ text }: Evidence): Sign => ({ sign: 'links', points: step(text.match(LINK)?.length ?? 0, [[1, 10], [2, 25], [3, 40], [5, 60]]) })

function bareLinks({ text }: Evidence): Sign {
  const rest = text.replace(LINK, '')
  return { sign: 'nothing but links', points: rest !== text && rest.replace(/[\W_]/gu, '').length < 10 ? 20 : 0 }
}

const repetition = ({ text, repeats }: Evidence): Sign => ({ sign: 'repetition', points: text.trim().length < SHORTEST_REPEATABLE ? 0 : step(repeats, [[1, 15], [2, 40], [3, 60], [6, 100]]) })

/** A conversation is quicker than a feed. */
const speed = ({ kind, pace }: Evidence): Sign => ({ sign: 'speed', points: step(kind === 'message' ? pace / 2 : pace, [[6, 15], [12, 35], [20, 60]]) })

const mentions = ({ text }: Evidence): Sign => ({ sign: 'mentions', points: step(text.match(MENTION)?.length ?? 0, [[5, 15], [10, 35], [20, 60]]) })

const newcomer = ({ accountAge }: Evidence): Sign => ({ sign: 'new account', points: accountAge < HOUR ? 25 : accountAge < 24 * HOUR ? 15 : 0 })
