import { randomBytes, randomInt } from 'node:crypto'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import {
  type PuzzleAnswerInput,
  type PuzzleAnswerView,
  type PuzzleView,
  PUZZLE_COLOURS,
  type PuzzleColour,
} from '#contract/account.puzzle.ts'
import { badRequest, isDuplicateKey } from '#server/platform/errors.ts'
import { isSigned, sign } from '#server/platform/keys.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { clock } from '#server/platform/clock.ts'
import { SpentProofModel, type SpentProofDocument } from './spent-proofs.model.ts'

// Counted for longer than a puzzle is valid.
const answerUses = rateLimit('puzzleAnswers', 3, 3600)

/** How long a puzzle can be answered, and then how long its proof is valid. */
const LIFETIME_MS = 30 * 60_000
// Longer than a proof is valid, and the registration that it is for.
const SPENT_MS = 4 * LIFETIME_MS

/** A new puzzle. The server stores nothing: the answer is part of the token's signature. */
export function newPuzzle(): PuzzleView {
  const { answer, ...puzzle } = makePuzzle()
  return { ...puzzle, token: signed(randomBytes(16).toString('base64url'), questionWith(answer)) }
}

/** Checks an answer, at most three times; a right one returns a proof. Throws 400 for an expired puzzle. */
export async function answerPuzzle({ token, answer }: PuzzleAnswerInput): Promise<PuzzleAnswerView> {
  const { id } = openedOf(token, MESSAGES.puzzleOver)
  const attempt = await answerUses.penalise(id)
  if (attempt > LIMITS.puzzleAttempts) throw badRequest(MESSAGES.puzzleOver)
  const isRight = isGenuine(token, questionWith(answer))
  return { proof: isRight ? signed(id, PROOF) : null, attemptsLeft: LIMITS.puzzleAttempts - attempt }
}

/** The id of the puzzle that a proof is for. Throws 400 for an invalid or expired proof. */
export function provenPuzzle(proof: string): string {
  const { id } = openedOf(proof, MESSAGES.solvePuzzle)
  if (!isGenuine(proof, PROOF)) throw badRequest(MESSAGES.solvePuzzle)
  return id
}

/** Notes within the registration that a solved puzzle is used. Throws 400 the second time. */
export async function spendProof(tx: Transaction, id: string): Promise<void> {
  const spent: SpentProofDocument = { _id: id, expiresAt: new Date(clock.now() + SPENT_MS) }
  try {
    await SpentProofModel.insertMany([spent], { session: tx.session, lean: true })
  } catch (error) {
    throw isDuplicateKey(error) ? badRequest(MESSAGES.solvePuzzle) : error
  }
}

const PROOF = 'solved'
const questionWith = (answer: string) => `answer ${comparable(answer)}`

const signed = (id: string, meaning: string, until = clock.now() + LIFETIME_MS) =>
  `${id}.${until}.${sign('puzzles', `${meaning} ${id} ${until}`)}`

function isGenuine(token: string, meaning: string): boolean {
  const [id, until, signature = ''] = token.split('.')
  return isSigned('puzzles', `${meaning} ${id} ${until}`, signature)
}

/** The id in a token that is not expired. Its signature is checked afterwards. */
function openedOf(token: string, refusal: string): { id: string } {
  const [id = '', until] = token.split('.')
  if (!(Number(until) > clock.now())) throw badRequest(refusal)
  return { id }
}

/** A verification puzzle (product section 5): a sum, or a circle to click. The answer is one of the options. */
export type Puzzle =
  | { kind: 'sum'; question: string; answer: string; options: string[] }
  | { kind: 'colour'; question: string; answer: PuzzleColour; options: PuzzleColour[] }

/** Returns a number from 0 (included) to 1 (excluded). */
type Random = () => number

const OPTIONS = 4
const HIGHEST = 10

const RESOLUTION = 2 ** 32
const fairRandom: Random = () => randomInt(RESOLUTION) / RESOLUTION

const upTo = (count: number, random: Random): number => Math.floor(random() * count)

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all]
  return all.flatMap(() => left.splice(upTo(left.length, random), 1))
}

/** A new puzzle; both kinds are equally likely. */
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
  const options = shuffled([answer, ...wrongAnswers(answer, random)], random).map(String)
  return { kind: 'sum', question, answer: String(answer), options }
}

/** How far a wrong answer is from the right one. */
const NEAR = [-10, -3, -2, -1, 1, 2, 3, 10]

const wrongAnswers = (answer: number, random: Random): number[] =>
  shuffled(
    NEAR.map((by) => answer + by).filter((wrong) => wrong >= 0),
    random,
  ).slice(0, OPTIONS - 1)

function makeColours(random: Random): Puzzle {
  const options = shuffled(PUZZLE_COLOURS, random).slice(0, OPTIONS)
  const answer = options[upTo(options.length, random)] ?? 'red'
  return { kind: 'colour', question: `Click on the ${answer}`, answer, options }
}

/** An answer as it is compared: trimmed and in lower case (product section 5). */
export const comparable = (answer: string): string => answer.trim().toLowerCase()
