import { useCallback, useEffect, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PuzzleAnswerView, PuzzleView } from '#contract/account.puzzle.ts'
import { ApiError, api } from '#client/live/http.ts'
import { useWrite } from '#client/live/use-write.ts'
import { toast } from '#client/ui/toast.ts'

/**
 * The puzzle's states: unsolved with 0 to 2 wrong answers, then solved (product section 4). The server makes
 * and checks it; `onSolved` gets its proof. `puzzle` is undefined until one has come, and null when none
 * could be had.
 */
export function usePuzzle(onSolved: (proof: string) => void) {
  const [puzzle, setPuzzle] = useState<PuzzleView | null>()
  const [wrong, setWrong] = useState(0)
  const { pending, run } = useWrite()

  const fetchPuzzle = useCallback(async () => {
    try {
      setPuzzle(await api.post<PuzzleView>('/api/auth/puzzle'))
      setWrong(0)
    } catch {
      // A puzzle on screen can still be answered.
      setPuzzle((current) => current ?? null)
    }
  }, [])
  useEffect(() => void fetchPuzzle(), [fetchPuzzle])

  const apply = async ({ proof, attemptsLeft }: PuzzleAnswerView) => {
    if (proof !== null) {
      toast({ title: 'Puzzle Solved!' })
      return onSolved(proof)
    }
    if (attemptsLeft > 0) {
      setWrong(LIMITS.puzzleAttempts - attemptsLeft)
      return sayWrong(attemptsLeft)
    }
    toast({ variant: 'destructive', title: 'Too many attempts', description: 'Here is a fresh puzzle.' })
    await fetchPuzzle()
  }
  const answer = async (given: string) => {
    if (!puzzle) return
    const input = { token: puzzle.token, answer: given }
    await apply(await api.post<PuzzleAnswerView>('/api/auth/puzzle/answer', input))
  }
  // One call at a time: an answer never belongs to a puzzle that is being replaced.
  const runOne = (write: () => Promise<void>) =>
    void run({
      write,
      failed: 'Your answer was not checked',
      onError: (error) => (error instanceof ApiError && error.status === 400 ? fetchPuzzle() : undefined),
    })
  return {
    puzzle,
    wrong,
    pending,
    answer: (given: string) => runOne(() => answer(given)),
    renew: () => runOne(fetchPuzzle),
  }
}

const sayWrong = (left: number) =>
  void toast({
    variant: 'destructive',
    title: 'Incorrect answer',
    description: `Please try again. ${left} attempts remaining.`,
  })
