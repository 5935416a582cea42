import type { PuzzleAnswerView, PuzzleView } from '#contract/account.puzzle.ts'
import { visitor, type Reply } from './http-client.ts'

interface Site {
  readonly url: string
}

export const newPuzzle = async (site: Site): Promise<PuzzleView> =>
  (await visitor(site).post<PuzzleView>('/auth/puzzle')).body

export const answerPuzzle = (site: Site, token: string, answer: string): Promise<Reply<PuzzleAnswerView>> =>
  visitor(site).post<PuzzleAnswerView>('/auth/puzzle/answer', { token, answer })

/** What a person answers who reads the question. */
export function answerTo({ question }: { question: string }): string {
  const [, a, sign, b] = /What is (\d+) ([-+x]) (\d+)/.exec(question) ?? []
  if (!sign) return question.replace('Click on the ', '')
  return String(
    sign === '+' ? Number(a) + Number(b) : sign === '-' ? Number(a) - Number(b) : Number(a) * Number(b),
  )
}

/** The proof that a registration sends along. */
export async function solvedPuzzle(site: Site): Promise<string> {
  const puzzle = await newPuzzle(site)
  const { body } = await answerPuzzle(site, puzzle.token, answerTo(puzzle))
  if (body.proof === null) throw new Error(`Not the answer: ${puzzle.question}`)
  return body.proof
}
