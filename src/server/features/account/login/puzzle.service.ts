import { randomBytes } from 'node:crypto'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PuzzleAnswerInput, PuzzleAnswerView, PuzzleView } from '#contract/account.puzzle.ts'
import { badRequest } from '#server/platform/errors.ts'
import { isSigned, sign } from '#server/platform/keys.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { comparable, makePuzzle } from './puzzle.ts'

// How often each was used. They are counted for longer than a puzzle and its proof are valid.
const answerUses = rateLimit('puzzleAnswers', 3, 3600)
const proofUses = rateLimit('puzzleProofs', 1, 2 * 3600)

/** How long a puzzle may be answered, and how long after that its proof opens an account. */
const LIFETIME_MS = 30 * 60_000

/** A new puzzle. Nothing of it is kept here: its answer is in the token's signature. */
export function newPuzzle(): PuzzleView {
  const { answer, ...puzzle } = makePuzzle()
  return { ...puzzle, token: signed(randomBytes(16).toString('base64url'), questionWith(answer)) }
}

/** Checks one of three answers; the right one gives a proof. Throws 400 for a puzzle that is over. */
export async function answerPuzzle({ token, answer }: PuzzleAnswerInput): Promise<PuzzleAnswerView> {
  const { id } = openedOf(token, MESSAGES.puzzleOver)
  const attempt = await answerUses.penalise(id)
  if (attempt > LIMITS.puzzleAttempts) throw badRequest(MESSAGES.puzzleOver)
  const isRight = isGenuine(token, questionWith(answer))
  return { proof: isRight ? signed(id, PROOF) : null, attemptsLeft: LIMITS.puzzleAttempts - attempt }
}

/** Throws 400 when this is not a valid proof of a solved puzzle, or an expired one. */
export function assertProof(proof: string): void {
  openedOf(proof, MESSAGES.solvePuzzle)
  if (!isGenuine(proof, PROOF)) throw badRequest(MESSAGES.solvePuzzle)
}

/** Uses up a proof that was checked. Throws 400 the second time. */
export async function spendProof(proof: string): Promise<void> {
  if ((await proofUses.penalise(openedOf(proof, MESSAGES.solvePuzzle).id)) > 1)
    throw badRequest(MESSAGES.solvePuzzle)
}

const PROOF = 'solved'
const questionWith = (answer: string) => `answer ${comparable(answer)}`

const signed = (id: string, meaning: string, until = Date.now() + LIFETIME_MS) =>
  `${id}.${until}.${sign('puzzles', `${meaning} ${id} ${until}`)}`

function isGenuine(token: string, meaning: string): boolean {
  const [id, until, signature = ''] = token.split('.')
  return isSigned('puzzles', `${meaning} ${id} ${until}`, signature)
}

/** The id in a token that is not over. What is in it is believed only once its signature was looked at. */
function openedOf(token: string, refusal: string): { id: string } {
  const [id = '', until] = token.split('.')
  if (!(Number(until) > Date.now())) throw badRequest(refusal)
  return { id }
}
