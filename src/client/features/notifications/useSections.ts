import { useCallback, useEffect, useMemo, useState } from 'react'
import { PAGE } from '#contract/limits.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { useNotifications } from '#client/features/notifications/data/notifications.store.ts'
import type { Only } from '#client/features/notifications/data/notifications.lists.ts'

/** Further down than this a person reads; above it the list is at its beginning, px. */
const AT_TOP = 80

/** The new ones at the moment the person began to read on: none joins them, and none leaves them by being read. */
interface Held {
  newest: number
  ids: ReadonlySet<string>
}

/**
 * New and Earlier. What was read by being seen stays among the new ones until the page is left. While the page is
 * scrolled, rows and groups stay as they are, and what arrives waits: `waiting` is its number, `show` lets it in.
 */
export function useSections(only: Only) {
  const [stayed, setStayed] = useState<ReadonlySet<string>>(new Set())
  const fresh = useNotifications(false, only)
  const old = useNotifications(true, only)
  const { held, release } = useHeld(fresh)
  const unread = useMemo(
    () =>
      [
        ...fresh.filter(({ seq }) => !held || seq <= held.newest),
        ...old.filter(({ id }) => stayed.has(id) || held?.ids.has(id)),
      ].sort((a, b) => b.seq - a.seq),
    [fresh, old, stayed, held],
  )
  const earlier = useMemo(
    () => old.filter(({ id }) => !stayed.has(id) && !held?.ids.has(id)).slice(0, PAGE.earlier),
    [old, stayed, held],
  )
  const keep = useCallback(
    (ids: readonly string[]) => setStayed((current) => new Set([...current, ...ids])),
    [],
  )
  const waiting = held ? fresh.filter(({ seq }) => seq > held.newest).length : 0
  const show = () => {
    release()
    scrollTo({ top: 0 })
  }
  const isRead = ({ id, read }: NotificationView) => read || stayed.has(id)
  return { unread, earlier, keep, isRead, waiting, show, release }
}

/** Null at the top of the page. */
function useHeld(fresh: readonly NotificationView[]) {
  const [held, setHeld] = useState<Held | null>(null)
  const release = useCallback(() => setHeld(null), [])
  useEffect(() => {
    const look = () => {
      if (scrollY < AT_TOP) return release()
      setHeld((current) => current ?? { newest: fresh[0]?.seq ?? 0, ids: new Set(fresh.map(({ id }) => id)) })
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [fresh, release])
  return { held, release }
}
