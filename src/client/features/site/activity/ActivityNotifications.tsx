import { markNotificationsRead } from '#client/features/notifications/data/notifications.actions.ts'
import { useNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { NotificationRow } from '#client/features/notifications/NotificationRow.tsx'
import { NotificationsSkeleton } from '#client/features/notifications/NotificationsSkeleton.tsx'
import { useNotificationLists } from '#client/features/notifications/useNotificationLists.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'

/** Number of notifications shown here; all of them have their own page. */
const SHOWN = 20

/** Message, handle, date and an unread dot, newest first (product section 2, Activity hub). */
export const ActivityNotifications = () => {
  const { loading, failed } = useNotificationLists()
  const all = [...useNotifications(false), ...useNotifications(true)]
    .sort((one, other) => other.seq - one.seq)
    .slice(0, SHOWN)
  if (failed) return <ErrorState title="Failed to load notifications" onRetry={() => location.reload()} />
  if (loading) return <NotificationsSkeleton />
  if (all.length === 0) {
    return (
      <EmptyState mascot="guard" title="No notifications yet">
        The herald is resting his trumpet.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Notifications" className="divide-y divide-hairline">
        {all.map((one) => (
          <NotificationRow
            key={one.id}
            notification={one}
            onOpen={one.read ? undefined : () => readOnOpening(one.id)}
          />
        ))}
      </ul>
      <div className="border-t border-hairline p-4 text-center">
        <ButtonLink to="/notifications">All notifications</ButtonLink>
      </div>
    </>
  )
}

// Opens the link at once. When the call fails, the notification stays unread.
function readOnOpening(id: string): void {
  markNotificationsRead([id]).catch(() => undefined)
}
