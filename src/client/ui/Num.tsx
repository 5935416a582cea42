import { clsx } from 'clsx'

/** Created at their first use: the first formatter of a page takes a phone 80 ms. */
let compact: Intl.NumberFormat | undefined
let full: Intl.NumberFormat | undefined

const inCompact = (value: number): string =>
  (compact ??= new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })).format(value)
/** '1,234', where a string is needed. */
export const inFull = (value: number): string => (full ??= new Intl.NumberFormat('en')).format(value)

/** Needs no formatter, because it has neither separators nor a fraction. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000

interface NumProps {
  value: number
  /** 1.2K instead of 1,234; the exact number goes into the title. Default true. */
  compact?: boolean
  className?: string
}

/** A count in tabular figures. */
export const Num = ({ value, compact: short = true, className }: NumProps) => {
  const exact = isPlain(value) ? String(value) : inFull(value)
  const text = short && !isPlain(value) ? inCompact(value) : exact
  return (
    <span className={clsx('tabular', className)} title={text === exact ? undefined : exact}>
      {text}
    </span>
  )
}
