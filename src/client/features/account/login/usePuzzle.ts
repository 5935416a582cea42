import { useCallback, useEffect, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PuzzleAnswerView, PuzzleView } from '#contract/account.puzzle.ts'
import { ApiError, api, sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/**
 * The puzzle's states: unsolved with 0 to 2 wrong answers, then solved (product section 4). The server makes
 * and checks it; `onSolved` gets its proof. `puzzle` is undefined until one has come, and null when none
 * could be had.
 */
export function usePuzzle(onSolved: (proof: string) => void) {
  const [puzzle, setPuzzle] = useState<PuzzleView | null>()
  const [wrong, setWrong] = useState(0)
  const [pending, setPending] = useState(false)

  const fetchPuzzle = useCallback(async () => {
    try {
      setPuzzle(await api.post<PuzzleView>('/api/auth/puzzle'))
      setWrong(0)
    } catch {
      // One that is still on screen can be answered.
      setPuzzle((held) => held ?? null)
    }
  }, [])
  useEffect(() => void fetchPuzzle(), [fetchPuzzle])

  // One thing at a time: an answer is never to a puzzle that is being replaced.
  const oneAtATime = async (work: () => Promise<void>) => {
    if (pending) return
    setPending(true)
    await work()
    setPending(false)
  }

  const take = async ({ proof, attemptsLeft }: PuzzleAnswerView) => {
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
    try {
      await take(
        await api.post<PuzzleAnswerView>('/api/auth/puzzle/answer', { token: puzzle.token, answer: given }),
      )
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Your answer was not checked',
        description: sentenceOf(error),
      })
      if (error instanceof ApiError && error.status === 400) await fetchPuzzle()
    }
  }
  return {
    puzzle,
    wrong,
    pending,
    answer: (given: string) => void oneAtATime(() => answer(given)),
    renew: () => void oneAtATime(fetchPuzzle),
  }
}

const sayWrong = (left: number) =>
  void toast({
    variant: 'destructive',
    title: 'Incorrect answer',
    description: `Please try again. ${left} attempts remaining.`,
  })
