import { clsx } from 'clsx'
import { useConnection } from '#client/live/connection.store.ts'
import { clockTime } from '#client/ui/locale.ts'
import { dayName } from './times.ts'

interface CopyNoteProps {
  /** When this browser has kept it, epoch ms; nothing is rendered without. */
  keptAt: number | undefined
  className?: string
}

/** Says that the list or the thread is what this browser has kept, and from when it is. */
export const CopyNote = ({ keptAt, className }: CopyNoteProps) => {
  const isConnected = useConnection(({ status }) => status === 'live')
  // Connected, the server's answer is about to take its place.
  if (keptAt === undefined || isConnected) return null
  return (
    <p role="status" className={clsx('bg-wash px-4 py-2 text-sm text-ink-soft', className)}>
      Saved copy from {dayName(new Date(keptAt).toISOString())}, {clockTime(keptAt)}.
    </p>
  )
}
