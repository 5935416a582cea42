import { clsx } from 'clsx'
import { LIMITS } from '#contract/limits.ts'

interface TextCounterProps {
  /** UTF-16 units written. */
  length: number
  most: number
}

/** Appears with the first character, yellow above 80 %, red over the limit (product section 5). */
export const TextCounter = ({ length, most }: TextCounterProps) => {
  if (length === 0) return null
  const over = length > most
  const near = length > most * LIMITS.postWarnAt
  return (
    <span
      className={clsx(
        'tabular text-sm',
        over ? 'font-semibold text-danger-ink' : near ? 'font-semibold text-brass-ink' : 'text-ink-faint',
      )}
      data-tone={over ? 'over' : near ? 'near' : 'calm'}
    >
      {length}/{most}
      {near && <span className="sr-only"> characters, {over ? 'over the limit' : 'near the limit'}</span>}
    </span>
  )
}
