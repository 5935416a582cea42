import { useState } from 'react'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { EditHistoryProps } from './EditHistory.tsx'

interface EditedProps {
  of: EditHistoryProps['of']
  className: string
}

const history = lazyComponent<EditHistoryProps>(async () => (await import('./EditHistory.tsx')).EditHistory)

/** Beside the time of a post or message: opens what it said before. */
export const Edited = ({ of, className }: EditedProps) => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const EditHistory = useLazy(history, open, close)
  usePauseDrops(open)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label="edited, show the edit history"
        onPointerEnter={history.preload}
        onFocus={history.preload}
        onClick={() => setOpen(true)}
      >
        edited
      </button>
      {EditHistory && <EditHistory of={of} open={open} onClose={close} />}
    </>
  )
}
