import { clsx } from 'clsx'

// Counts are written without Intl: the first formatter of a page takes a phone 80 ms.

const UNITS = [
  [1_000, 'K'],
  [1_000_000, 'M'],
  [1_000_000_000, 'B'],
] as const

/** '1,234'. `value`: a whole number, not negative. */
export const inFull = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** '1.2K'; below 1000 the number itself. */
export function inCompact(value: number): string {
  if (value < 1000) return String(value)
  const tenthsOf = (unit: number) => Math.round(value / (unit / 10))
  const [unit, sign] = UNITS.find(([each]) => tenthsOf(each) < 10_000) ?? UNITS[2]
  return `${tenthsOf(unit) / 10}${sign}`
}

interface NumProps {
  value: number
  /** 1.2K instead of 1,234; the exact number goes into the title. Default true. */
  compact?: boolean
  className?: string
}

/** A count in tabular figures. */
export const Num = ({ value, compact: short = true, className }: NumProps) => {
  const exact = inFull(value)
  const text = short ? inCompact(value) : exact
  return (
    <span className={clsx('tabular', className)} title={text === exact ? undefined : exact}>
      {text}
    </span>
  )
}
