import type { SpamSign, Writing } from '#contract/moderation.constants.ts'
import { DAY, HOUR } from '#server/platform/durations.ts'

/** What the score is computed from. Messages are checked only when they go to strangers. */
export interface Evidence {
  kind: Writing
  text: string
  /** Posts and comments: how often the same person has written the same text in the last hour. */
  repeats: number
  /** Posts and comments: how many of this kind the same person has written in the last minute. */
  pace: number
  /** Messages: how many other strangers got the same text from this person in the last hour. */
  receivers: number
  /** Other accounts that have written the same text in the last day, each weighted by `newness`. */
  others: number
  /** Milliseconds since the account was created. */
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

/** Scores from which a text is queued, and from which it is refused. */
export const QUEUE_AT = 60
export const REFUSE_AT = 100

export const LINK = /\b(?:https?:\/\/|www\.)\S{1,2048}/gi
const MENTION = /(?:^|\s)@\w{1,30}/g
/** 'ok', 'lol', 'yes' are normal repetitions. */
const SHORTEST_REPEATABLE = 12

/** The weight of an account in comparisons across accounts; 0 after a week. */
export const newness = (accountAge: number): number => (accountAge < DAY ? 1 : accountAge < 7 * DAY ? 0.5 : 0)

/**
 * Adds up the signs of spam. Each one alone is normal now and then, so only a very strong one, or several
 * together, reach the limit. Pure, and linear in the length of the text.
 */
export function judgeWriting(evidence: Evidence): Verdict {
  const signs = SIGNS.map((sign) => sign(evidence)).filter(({ points }) => points > 0)
  const all = signs.length > 0 ? [...signs, newcomer(evidence)].filter(({ points }) => points > 0) : []
  const score = all.reduce((sum, { points }) => sum + points, 0)
  return { score, signs: all, verdict: score >= REFUSE_AT ? 'refused' : score >= QUEUE_AT ? 'held' : 'fine' }
}

/**
 * The verdict for an unconfirmed address: what would be queued for a new account is queued, whatever the
 * account's age. Nothing is refused for that alone.
 */
export function judgeUnconfirmed(evidence: Evidence): Verdict {
  const judged = judgeWriting(evidence)
  const asNewcomer = judgeWriting({ ...evidence, accountAge: 0 })
  return judged.verdict === 'fine' && asNewcomer.verdict !== 'fine'
    ? { ...asNewcomer, verdict: 'held' }
    : judged
}

const step = (value: number, steps: readonly (readonly [from: number, points: number])[]): number =>
  steps.findLast(([from]) => value >= from)?.[1] ?? 0

const countLinks = (text: string): number => text.match(LINK)?.length ?? 0

const links = ({ text }: Evidence): Sign => ({
  sign: 'links',
  points: step(countLinks(text), [
    [1, 10],
    [2, 25],
    [3, 40],
    [5, 60],
  ]),
})

function bareLinks({ text }: Evidence): Sign {
  const rest = text.replace(LINK, '')
  return {
    sign: 'nothing but links',
    points: rest !== text && rest.replace(/[\W_]/gu, '').length < 10 ? 20 : 0,
  }
}

const REPETITION_POINTS = [
  [1, 15],
  [2, 40],
  [3, 60],
  [6, 100],
] as const
const tooShort = ({ text }: Evidence): boolean => text.trim().length < SHORTEST_REPEATABLE

const repetition = (evidence: Evidence): Sign => ({
  sign: 'repetition',
  points: evidence.kind === 'message' || tooShort(evidence) ? 0 : step(evidence.repeats, REPETITION_POINTS),
})

const receivers = (evidence: Evidence): Sign => ({
  sign: 'many receivers',
  points: tooShort(evidence) ? 0 : step(evidence.receivers, REPETITION_POINTS),
})

function accounts({ text, others, accountAge }: Evidence): Sign {
  const weight = newness(accountAge) === 0 ? 0 : others * (countLinks(text) > 0 ? 2 : 1)
  return {
    sign: 'many accounts',
    points: step(weight, [
      [1, 15],
      [2, 35],
      [4, 60],
      [8, 100],
    ]),
  }
}

/** Messages have a limit of their own instead (check-messages). */
const speed = ({ kind, pace }: Evidence): Sign => ({
  sign: 'speed',
  points:
    kind === 'message'
      ? 0
      : step(pace, [
          [6, 15],
          [12, 35],
          [20, 60],
        ]),
})

const mentions = ({ text }: Evidence): Sign => ({
  sign: 'mentions',
  points: step(text.match(MENTION)?.length ?? 0, [
    [5, 15],
    [10, 35],
    [20, 60],
  ]),
})

const newcomer = ({ accountAge }: Evidence): Sign => ({
  sign: 'new account',
  points: accountAge < HOUR ? 25 : accountAge < DAY ? 15 : 0,
})

const SIGNS = [links, bareLinks, repetition, receivers, accounts, speed, mentions] as const
