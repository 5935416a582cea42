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
    <p className="rf-puzzle-solved" role="status">
      <CircleCheck />
      Verified. You are no worse than the rest of us.
    </p>
  ) : (
    <OpenPuzzle onSolved={onSolved} />
  )

const OpenPuzzle = ({ onSolved }: { onSolved: () => void }) => {
  const { puzzle, wrong, answer, renew } = usePuzzle(onSolved)
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
        <SumAnswer key={`${puzzle.question} ${wrong}`} onAnswer={answer} />
      ) : (
        <ColourAnswer puzzle={puzzle} onAnswer={answer} />
      )}
      <p className="text-sm text-ink-faint tabular">
        Attempt {wrong + 1} of {LIMITS.puzzleAttempts}
      </p>
    </fieldset>
  )
}

const SumAnswer = ({ onAnswer }: { onAnswer: (given: string) => void }) => {
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
        value={given}
        onChange={(event) => setGiven(event.target.value)}
        onKeyDown={answerOnEnter}
      />
      <Button onClick={() => onAnswer(given)}>Submit</Button>
    </div>
  )
}

type ColourQuestion = Extract<PuzzleQuestion, { kind: 'colour' }>

const ColourAnswer = ({ puzzle, onAnswer }: { puzzle: ColourQuestion; onAnswer: (given: string) => void }) => (
  <div className="flex flex-wrap gap-3">
    {puzzle.options.map((colour) => (
      <button key={colour} type="button" className="rf-puzzle-circle" data-colour={colour} aria-label={colour} onClick={() => onAnswer(colour)} />
    ))}
  </div>
)
