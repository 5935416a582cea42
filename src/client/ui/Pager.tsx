import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './IconButton.tsx'

interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** What is paged, spoken: 'Users'. */
  label: string
  className?: string
}

/** Pages of a table. Renders nothing when there is only one. */
export const Pager = ({ page, pages, onPage, label, className }: PagerProps) => {
  if (pages <= 1) return null
  return (
    <nav
      aria-label={`${label}, pages`}
      className={clsx('flex items-center justify-end gap-2 text-sm', className)}
    >
      <IconButton
        label="Previous page"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="tabular text-ink-soft" aria-live="polite">
        {page} / {pages}
      </span>
      <IconButton
        label="Next page"
        icon={<ChevronRight />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
