import { z } from 'zod'
import { MESSAGES } from './errors.ts'

/** The six colours a puzzle can ask for. */
export const PUZZLE_COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const
const PuzzleColour = z.enum(PUZZLE_COLOURS)
export type PuzzleColour = z.infer<typeof PuzzleColour>

/** The signed token, returned unchanged. */
const Signed = z.string(MESSAGES.puzzleOver).regex(/^[\w.-]{20,200}$/, MESSAGES.puzzleOver)

/**
 * POST /api/auth/puzzle: the registration's puzzle (product section 5), a sum or a colour. One of the options is the
 * answer, which the token does not reveal.
 */
export const PuzzleView = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('sum'),
      question: z.string(),
      options: z.array(z.string()),
      token: z.string(),
    }),
    z.object({
      kind: z.literal('colour'),
      question: z.string(),
      options: z.array(PuzzleColour),
      token: z.string(),
    }),
  ])
  .meta({ id: 'Puzzle' })
export type PuzzleView = z.infer<typeof PuzzleView>

/** POST /api/auth/puzzle/answer. */
export const PuzzleAnswerInput = z
  .object({
    token: Signed,
    answer: z.string(MESSAGES.invalidInput).max(20, MESSAGES.invalidInput),
  })
  .meta({ id: 'PuzzleAnswerInput' })
export type PuzzleAnswerInput = z.infer<typeof PuzzleAnswerInput>

/**
 * `proof` comes with the right answer, for the details of a registration; otherwise the attempts that are left.
 */
export const PuzzleAnswerView = z
  .object({ proof: z.string().nullable(), attemptsLeft: z.int().nonnegative() })
  .meta({ id: 'PuzzleAnswer' })
export type PuzzleAnswerView = z.infer<typeof PuzzleAnswerView>

/** In the details of a registration: proves that its puzzle was solved. */
export const PuzzleProof = z.string(MESSAGES.solvePuzzle).regex(/^[\w.-]{20,200}$/, MESSAGES.solvePuzzle)
