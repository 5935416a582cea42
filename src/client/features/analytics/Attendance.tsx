import { clsx } from 'clsx'
import { useEffect } from 'react'
import { Num } from '#client/ui/Num.tsx'
import { sitDown, useAttendance } from './data/attendance.store.ts'

interface AttendanceProps {
  /** Of the post, article or profile that the page shows. */
  id: string
  className?: string
}

/** 'N on this throne', live. Renders nothing for one person alone. */
export const Attendance = ({ id, className }: AttendanceProps) => {
  useEffect(() => sitDown(id), [id])
  const count = useAttendance(id)
  if (count < 2) return null
  return (
    <span className={clsx('flex items-center gap-1.5 text-sm text-ink-soft', className)}>
      <span className="size-2 rounded-full bg-live" />
      <span>
        <Num value={count} /> on this throne
      </span>
    </span>
  )
}
