import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

/** A stage of a report or an appeal. */
export interface Stage {
  label: string
  /** When it was reached, ISO; null while it is still to come. */
  at: string | null
  /** Shown in place of the time until then: 'within 24 hours'. */
  hint?: string | undefined
}

/** Stages in their order, as a pipe that fills from its beginning. */
export const Stages = ({ stages, label }: { stages: readonly Stage[]; label: string }) => {
  const current = stages.findIndex(({ at }) => at === null)
  return (
    <ol aria-label={label} className="mt-3 flex">
      {stages.map((stage, place) => (
        <li
          key={stage.label}
          className="relative min-w-0 flex-1 pe-2 last:flex-none last:pe-0"
          aria-current={place === current ? 'step' : undefined}
        >
          {place < stages.length - 1 && <Pipe filled={stages[place + 1]!.at !== null} />}
          <Joint done={stage.at !== null} current={place === current} />
          <p className={clsx('mt-1 text-sm', stage.at ? 'font-semibold text-ink' : 'text-ink-soft')}>
            {stage.label}
          </p>
          <p className="text-sm text-ink-soft">
            {stage.at ? (
              <RelativeTime at={stage.at} />
            ) : (
              (stage.hint ?? <span className="sr-only">to come</span>)
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}

const Pipe = ({ filled }: { filled: boolean }) => (
  <span
    aria-hidden
    className={clsx('absolute inset-x-0 top-2 ms-5 h-1.5', filled ? 'bg-live' : 'bg-wash-strong')}
  />
)

const Joint = ({ done, current }: { done: boolean; current: boolean }) => (
  <span
    aria-hidden
    className={clsx(
      'relative flex size-5.5 items-center justify-center rounded-full border-2',
      done && 'border-live bg-live text-on-live',
      !done && (current ? 'border-live bg-surface' : 'border-wash-strong bg-surface'),
    )}
  >
    {done && <Check size={14} strokeWidth={3} />}
  </span>
)
