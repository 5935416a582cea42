import { randomInt } from 'node:crypto'
import { PUZZLE_COLOURS, type PuzzleColour } from '#contract/account.puzzle.ts'

/** One verification puzzle (product section 5): a sum to type, or a circle to click. */
export type Puzzle =
  | { kind: 'sum'; question: string; answer: string }
  | { kind: 'colour'; question: string; answer: PuzzleColour; options: PuzzleColour[] }

/** Gives a number from 0 (included) to 1 (excluded). */
type Random = () => number

const OPTIONS = 4
const HIGHEST = 10

const RESOLUTION = 2 ** 32
const fairRandom: Random = () => randomInt(RESOLUTION) / RESOLUTION

const upTo = (count: number, random: Random): number => Math.floor(random() * count)

/** A new puzzle, of either kind with the same chance. */
export const makePuzzle = (random: Random = fairRandom): Puzzle =>
  random() < 0.5 ? makeSum(random) : makeColours(random)

function makeSum(random: Random): Puzzle {
  const first = 1 + upTo(HIGHEST, random)
  const second = 1 + upTo(HIGHEST, random)
  const [larger, smaller] = [Math.max(first, second), Math.min(first, second)]
  const sums = [
    { question: `What is ${first} + ${second}?`, answer: first + second },
    { question: `What is ${larger} - ${smaller}?`, answer: larger - smaller },
    { question: `What is ${first} x ${second}?`, answer: first * second },
  ] as const
  const { question, answer } = sums[upTo(sums.length, random)] ?? sums[0]
  return { kind: 'sum', question, answer: String(answer) }
}

function makeColours(random: Random): Puzzle {
  const left: PuzzleColour[] = [...PUZZLE_COLOURS]
  const options = Array.from({ length: OPTIONS }, () => left.splice(upTo(left.length, random), 1)[0] ?? 'red')
  const answer = options[upTo(options.length, random)] ?? 'red'
  return { kind: 'colour', question: `Click on the ${answer}`, answer, options }
}

/** How an answer is compared: trimmed and without regard to case (product section 5). */
export const comparable = (answer: string): string => answer.trim().toLowerCase()
