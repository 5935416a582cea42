import type { MouseEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Button } from '#client/ui/Button.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { serverNow } from '#client/ui/server-time.ts'

interface SearchFiltersProps {
  /** The text of the box. */
  typed: string
  onType: (text: string) => void
}

interface FilterChip {
  label: string
  says: string
  /** What a press writes into the box. */
  written: () => string
}

const WEEK = 7 * 24 * 60 * 60_000
const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

const CHIPS: readonly FilterChip[] = [
  { label: 'from:', says: 'Posts of one person', written: () => 'from:' },
  { label: 'after:', says: 'Posts after a day', written: () => `after:${day(serverNow() - WEEK)}` },
  { label: 'before:', says: 'Posts before a day', written: () => `before:${day(serverNow())}` },
  { label: 'has:media', says: 'Posts with a picture or a video', written: () => 'has:media' },
]

/** What a search can be narrowed by: a press writes it into the box. */
export const SearchFilters = ({ typed, onType }: SearchFiltersProps) => {
  const hydrating = useHydrating()
  const isUsed = (label: string) => new RegExp(`(^|\\s)${label}`, 'i').test(typed)
  const add = (event: MouseEvent<HTMLButtonElement>, written: string) => {
    const text = `${typed.trimEnd()} ${written}`.trimStart()
    if (text.length > LIMITS.searchQuery) return
    onType(text)
    event.currentTarget.form?.querySelector('input')?.focus()
  }
  return (
    <div role="group" aria-label="Filters" className="mt-2 flex flex-wrap gap-1.5">
      {CHIPS.map(({ label, says, written }) => (
        <Button
          key={label}
          size="sm"
          className="px-2 font-mono text-xs"
          title={says}
          disabled={hydrating || isUsed(label)}
          onClick={(event) => add(event, written())}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
