import { useCallback, useEffect, useRef, useState } from 'react'
import { markReadQuietly } from '#client/features/notifications/data/notifications.actions.ts'
import type { NotificationGroup } from './notification-groups.ts'

/** A row counts as seen when most of it was on the visible screen for this long, ms. */
const SEEN_AFTER_MS = 1_000
const MOST = 0.6

/**
 * Marks unread rows as read once they were seen, while `on`. `keep` gets their ids first, because rows stay where
 * they are until the page is left. The returned ref belongs on each row, which names its group as `data-key`.
 */
export function useReadWhenSeen(
  on: boolean,
  groups: readonly NotificationGroup[],
  keep: (ids: readonly string[]) => void,
) {
  const { visible, rowRef } = useVisibleRows()
  const waiting = on
    ? groups
        .filter(({ key }) => visible.has(key))
        .flatMap(({ rows }) => rows.filter(({ read }) => !read).map(({ id }) => id))
        .join()
    : ''
  useEffect(() => {
    if (waiting === '') return
    return afterSeen(() => {
      const ids = waiting.split(',')
      keep(ids)
      markReadQuietly(ids)
    })
  }, [waiting, keep])
  return rowRef
}

/** Calls `done` when the tab has been visible for long enough from now on. Returns the way to give up. */
function afterSeen(done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(done, SEEN_AFTER_MS)
  }
  start()
  document.addEventListener('visibilitychange', start)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', start)
  }
}

/** The keys of the rows that are on the screen. */
function useVisibleRows() {
  const [visible, setVisible] = useState<ReadonlySet<string>>(new Set())
  const observer = useRef<IntersectionObserver | null>(null)
  const rowRef = useCallback((row: HTMLElement | null) => {
    if (!row) return
    observer.current ??= new IntersectionObserver(
      (entries) => setVisible((current) => withChanges(current, entries)),
      { threshold: MOST },
    )
    observer.current.observe(row)
    return () => observer.current?.unobserve(row)
  }, [])
  useEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
    },
    [],
  )
  return { visible, rowRef }
}

function withChanges(
  current: ReadonlySet<string>,
  entries: readonly IntersectionObserverEntry[],
): ReadonlySet<string> {
  const next = new Set(current)
  for (const { target, isIntersecting } of entries) {
    const { key = '' } = (target as HTMLElement).dataset
    if (isIntersecting) next.add(key)
    else next.delete(key)
  }
  return next
}
