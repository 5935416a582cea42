import { clsx } from 'clsx'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const full = new Intl.NumberFormat('en')

interface NumProps {
  value: number
  /** 1.2K instead of 1,234; the exact number goes into the title. Default true. */
  compact?: boolean
  className?: string
}

/** A count in figures of equal width. */
export const Num = ({ value, compact: short = true, className }: NumProps) => {
  const exact = full.format(value)
  const text = short ? compact.format(value) : exact
  return (
    <span className={clsx('tabular', className)} title={text === exact ? undefined : exact}>
      {text}
    </span>
  )
}
