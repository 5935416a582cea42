import { CircleCheck, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PuzzleView } from '#contract/account.puzzle.ts'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePuzzle } from './usePuzzle.ts'
import './Puzzle.css'

/** The verification puzzle; replaced by a note of success once it is solved. */
export const Puzzle = ({ solved, onSolved }: { solved: boolean; onSolved: (proof: string) => void }) =>
  solved ? (
    <p ref={takeFocus} tabIndex={-1} className="s-puzzle-solved" role="status">
      <CircleCheck />
      Verified. You are no worse than the rest of us.
    </p>
  ) : (
    <OpenPuzzle onSolved={onSolved} />
  )

// The input was removed, so the focus moves.
const takeFocus = (note: HTMLElement | null) => note?.focus()

const OpenPuzzle = ({ onSolved }: { onSolved: (proof: string) => void }) => {
  const { puzzle, wrong, pending, answer, renew } = usePuzzle(onSolved)
  return (
    <fieldset className="s-puzzle">
      <legend className="s-puzzle-title">Anti asshole verification</legend>
      {puzzle ? (
        <Question puzzle={puzzle} wrong={wrong} pending={pending} onAnswer={answer} onRenew={renew} />
      ) : puzzle === null ? (
        <NoPuzzle onRenew={renew} />
      ) : (
        <Waiting />
      )}
    </fieldset>
  )
}

const Waiting = () => (
  <SkeletonGroup label="Fetching a puzzle..." className="flex flex-col gap-3">
    <Skeleton shape="block" height={36} />
    <Skeleton shape="block" height={44} />
    <Skeleton width={120} />
  </SkeletonGroup>
)

const NoPuzzle = ({ onRenew }: { onRenew: () => void }) => (
  <div className="s-puzzle-head" role="alert">
    <p>The jester has no puzzle for you right now.</p>
    <Button size="sm" icon={<RefreshCw />} onClick={onRenew}>
      New Puzzle
    </Button>
  </div>
)

interface QuestionProps {
  puzzle: PuzzleView
  wrong: number
  pending: boolean
  onAnswer: (given: string) => void
  onRenew: () => void
}

const Question = ({ puzzle, wrong, pending, onAnswer: answer, onRenew }: QuestionProps) => {
  const [tries, setTries] = useState(0)
  const onAnswer = (given: string) => {
    setTries(tries + 1)
    answer(given)
  }
  return (
    <>
      <p className="font-display text-xl" aria-live="polite">
        {puzzle.question}
      </p>
      <div className="s-puzzle-head -mt-3">
        <p className="text-sm text-ink-faint tabular">
          Attempt {wrong + 1} of {LIMITS.puzzleAttempts}
        </p>
        <Button size="sm" variant="ghost" icon={<RefreshCw />} pending={pending} onClick={onRenew}>
          New Puzzle
        </Button>
      </div>
      <Options key={puzzle.token} puzzle={puzzle} autoFocus={tries > 0} onAnswer={onAnswer} />
    </>
  )
}

interface OptionsProps {
  puzzle: PuzzleView
  onAnswer: (given: string) => void
  /** The first option takes the focus: the pressed one has gone with the puzzle before. */
  autoFocus: boolean
}

/** One press answers: on a phone no keyboard opens. */
const Options = ({ puzzle: { kind, options }, onAnswer, autoFocus }: OptionsProps) => (
  <div className="flex flex-wrap gap-3">
    {options.map((option, at) =>
      kind === 'sum' ? (
        <Button
          key={option}
          className="min-w-14 tabular"
          autoFocus={autoFocus && at === 0}
          onClick={() => onAnswer(option)}
        >
          {option}
        </Button>
      ) : (
        <button
          key={option}
          type="button"
          className="s-puzzle-circle"
          data-colour={option}
          aria-label={option}
          autoFocus={autoFocus && at === 0}
          onClick={() => onAnswer(option)}
        />
      ),
    )}
  </div>
)
