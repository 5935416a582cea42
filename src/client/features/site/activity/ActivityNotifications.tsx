import { useMemo } from 'react'
import { markReadQuietly } from '#client/features/notifications/data/notifications.actions.ts'
import { useNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { groupNotifications } from '#client/features/notifications/notification-groups.ts'
import { NotificationRow } from '#client/features/notifications/NotificationRow.tsx'
import { NotificationsSkeleton } from '#client/features/notifications/NotificationsSkeleton.tsx'
import { useFollowAbouts, useNotificationLists } from '#client/features/notifications/useNotificationLists.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'

/** Number of notifications shown here; all of them have their own page. */
const SHOWN = 20

/** Message, handle, date and an unread dot, newest first (product section 2, Activity hub). */
export const ActivityNotifications = () => {
  const { loading, failed } = useNotificationLists()
  const unread = useNotifications(false)
  const read = useNotifications(true)
  const shown = useMemo(
    () => [...unread, ...read].sort((one, other) => other.seq - one.seq).slice(0, SHOWN),
    [unread, read],
  )
  const unreadShown = new Set(unread.map(({ id }) => id))
  useFollowAbouts(shown)
  if (failed) return <ErrorState title="Failed to load notifications" onRetry={() => location.reload()} />
  if (loading) return <NotificationsSkeleton />
  if (shown.length === 0) {
    return (
      <EmptyState mascot="guard" title="No notifications yet">
        The herald is resting his trumpet.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Notifications" className="divide-y divide-hairline">
        {groupNotifications(shown).map((group) => {
          const open = group.rows.filter(({ id }) => unreadShown.has(id)).map(({ id }) => id)
          return (
            <NotificationRow
              key={group.key}
              group={group}
              unread={open.length > 0}
              onOpen={() => open.length > 0 && markReadQuietly(open)}
            />
          )
        })}
      </ul>
      <div className="border-t border-hairline p-4 text-center">
        <ButtonLink to="/notifications">All notifications</ButtonLink>
      </div>
    </>
  )
}
