import { Image, CalendarMinus, CalendarPlus, SlidersHorizontal, UserRound } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Button } from '#client/ui/Button.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { serverNow } from '#client/ui/server-time.ts'

interface SearchFiltersProps {
  /** The text of the box. */
  typed: string
  onType: (text: string) => void
}

interface Filter {
  label: string
  icon: ReactNode
  operator: string
  /** What follows the operator. */
  value: () => string
}

const WEEK = 7 * 24 * 60 * 60_000
const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

const FILTERS: readonly Filter[] = [
  { label: 'From one person', icon: <UserRound />, operator: 'from:', value: () => '' },
  {
    label: 'After a day',
    icon: <CalendarPlus />,
    operator: 'after:',
    value: () => day(serverNow() - WEEK),
  },
  { label: 'Before a day', icon: <CalendarMinus />, operator: 'before:', value: () => day(serverNow()) },
  { label: 'With a picture or a video', icon: <Image />, operator: 'has:media', value: () => '' },
]

/** What a search can be narrowed by: a choice writes it into the box. */
export const SearchFilterFields = ({ typed, onType }: SearchFiltersProps) => {
  const place = useRef<HTMLDivElement>(null)
  const isUsed = (operator: string) => new RegExp(`(^|\\s)${operator}`, 'i').test(typed)
  const add = (written: string) => {
    const text = `${typed.trimEnd()} ${written}`.trimStart()
    if (text.length > LIMITS.searchQuery) return
    onType(text)
    place.current?.closest('form')?.querySelector('input')?.focus()
  }
  return (
    <div ref={place} className="-me-2 shrink-0">
      <Menu
        trigger={
          <Button variant="ghost" icon={<SlidersHorizontal />} className="px-3">
            <span className="max-sm:sr-only">Filters</span>
          </Button>
        }
        items={FILTERS.map(({ label, icon, operator, value }) => ({
          label,
          icon,
          disabled: isUsed(operator),
          onSelect: () => add(operator + value()),
        }))}
      />
    </div>
  )
}
