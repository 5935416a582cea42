import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { toast } from '#client/ui/toast.ts'
import { isRight, makePuzzle } from './puzzle.ts'

/** The puzzle's states: unsolved with 0 to 2 wrong answers, then solved (product section 4). */
export function usePuzzle(onSolved: () => void) {
  const [puzzle, setPuzzle] = useState(() => makePuzzle())
  const [wrong, setWrong] = useState(0)
  const answer = (given: string) => {
    if (isRight(puzzle, given)) {
      toast({ title: 'Puzzle Solved!' })
      return onSolved()
    }
    const attempts = wrong + 1
    if (attempts < LIMITS.puzzleAttempts) {
      setWrong(attempts)
      return sayWrong(LIMITS.puzzleAttempts - attempts)
    }
    setWrong(0)
    setPuzzle(makePuzzle())
    toast({ variant: 'destructive', title: 'Too many attempts', description: 'Here is a fresh puzzle.' })
  }
  return { puzzle, wrong, answer, renew: () => setPuzzle(makePuzzle()) }
}

const sayWrong = (left: number) =>
  void toast({ variant: 'destructive', title: 'Incorrect answer', description: `Please try again. ${left} attempts remaining.` })
