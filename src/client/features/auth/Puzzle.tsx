import { CircleCheck, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Button } from '#client/ui/Button.tsx'
import { Input } from '#client/ui/Input.tsx'
import type { Puzzle as PuzzleQuestion } from './puzzle.ts'
import { usePuzzle } from './usePuzzle.ts'
import './Puzzle.css'

/** The anti asshole verification: hidden behind a note of success once it is solved. */
export const Puzzle = ({ solved, onSolved }: { solved: boolean; onSolved: () => void }) =>
  solved ? (
    <p ref={takeFocus} tabIndex={-1} className="rf-puzzle-solved" role="status">
      <CircleCheck />
      Verified. You are no worse than the rest of us.
    </p>
  ) : (
    <OpenPuzzle onSolved={onSolved} />
  )

// Where the answer was given is gone.
const takeFocus = (note: HTMLElement | null) => note?.focus()

const OpenPuzzle = ({ onSolved }: { onSolved: () => void }) => {
  const { puzzle, wrong, answer, renew } = usePuzzle(onSolved)
  const [tries, setTries] = useState(0)
  const onAnswer = (given: string) => {
    setTries(tries + 1)
    answer(given)
  }
  // A wrong answer begins anew, with the focus where the next one is given.
  const key = `${puzzle.question} ${tries}`
  const next = { autoFocus: tries > 0, onAnswer }
  return (
    <fieldset className="rf-puzzle">
      <legend className="rf-puzzle-title">Anti asshole verification</legend>
      <div className="rf-puzzle-head">
        <p className="font-display text-xl" aria-live="polite">
          {puzzle.question}
        </p>
        <Button size="sm" variant="ghost" icon={<RefreshCw />} onClick={renew}>
          New Puzzle
        </Button>
      </div>
      {puzzle.kind === 'sum' ? (
        <SumAnswer key={key} {...next} />
      ) : (
        <ColourAnswer key={key} {...next} puzzle={puzzle} />
      )}
      <p className="text-sm text-ink-faint tabular">
        Attempt {wrong + 1} of {LIMITS.puzzleAttempts}
      </p>
    </fieldset>
  )
}

interface AnswerProps {
  onAnswer: (given: string) => void
  autoFocus: boolean
}

const SumAnswer = ({ onAnswer, autoFocus }: AnswerProps) => {
  const [given, setGiven] = useState('')
  // The form around it must not be sent by the Enter that answers the puzzle.
  const answerOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onAnswer(given)
  }
  return (
    <div className="flex gap-3">
      <Input
        aria-label="Your answer"
        placeholder="Your answer"
        inputMode="numeric"
        autoComplete="off"
        autoFocus={autoFocus}
        value={given}
        onChange={(event) => setGiven(event.target.value)}
        onKeyDown={answerOnEnter}
      />
      <Button onClick={() => onAnswer(given)}>Submit</Button>
    </div>
  )
}

type ColourQuestion = Extract<PuzzleQuestion, { kind: 'colour' }>

const ColourAnswer = ({ puzzle, onAnswer, autoFocus }: AnswerProps & { puzzle: ColourQuestion }) => (
  <div className="flex flex-wrap gap-3">
    {puzzle.options.map((colour, at) => (
      <button key={colour} type="button" className="rf-puzzle-circle" data-colour={colour} aria-label={colour} autoFocus={autoFocus && at === 0} onClick={() => onAnswer(colour)} />
    ))}
  </div>
)
