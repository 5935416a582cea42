import { useEffect, useState } from 'react'
import { PAGE } from '#contract/limits.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { markNotificationsRead } from '#client/features/notifications/data/notifications.actions.ts'
import { unreadIds, useNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { BannerAd } from '#client/features/site/ads/BannerAd.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx'
import { seedNotifications, useNotificationLists } from './useNotificationLists.ts'

export { seedNotifications }

/**
 * /notifications: unread ones, which can be selected and marked as read; then at most 20 read ones (product
 * section 2).
 */
export const NotificationsPage = () => {
  usePageTitle(TITLES['/notifications'])
  const { unread: pages, loading, failed } = useNotificationLists()
  const unread = useNotifications(false)
  const earlier = useNotifications(true).slice(0, PAGE.earlier)
  const selection = useSelection(unread.map(({ id }) => id))
  const { marking, markRead } = useMarkRead(selection)
  const { selecting, selectAll } = useSelectAll(selection, pages)
  useNextWhenEmpty(unread.length, pages)

  if (failed)
    return <ErrorState as="h1" title="Failed to load notifications" onRetry={() => location.reload()} />
  if (loading) return <NotificationsSkeleton />
  return (
    <div>
      <div className="border-b border-hairline p-4 sm:px-5">
        <PageHeading title="Notifications" className="min-h-11">
          {unread.length > 0 && (
            <Button size="sm" variant="ghost" pending={selecting} onClick={() => void selectAll()}>
              {selection.all ? 'Deselect All' : 'Select All'}
            </Button>
          )}
          {selection.selected.length > 0 && (
            <Button size="sm" variant="primary" pending={marking} onClick={() => void markRead()}>
              Mark {selection.selected.length} as read
            </Button>
          )}
        </PageHeading>
        <div className="pt-3">
          <BannerAd />
        </div>
      </div>
      {unread.length + earlier.length === 0 && (
        <EmptyState mascot="guard" title="No notifications yet">
          The herald is resting his trumpet.
        </EmptyState>
      )}
      <Unread notifications={unread} selection={selection} />
      {pages.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load more notifications
          </Button>
        </div>
      )}
      <Earlier notifications={earlier} />
    </div>
  )
}

type Selection = ReturnType<typeof useSelection>
type UnreadPages = ReturnType<typeof useNotificationLists>['unread']

/** Marked in one call; the page keeps 500 notifications at most. */
const MAX_SELECTED = 400

/** Selects every unread notification: the pages that are not loaded yet are loaded first. */
function useSelectAll(selection: Selection, { hasNextPage, fetchNextPage }: UnreadPages) {
  const { run, pending: selecting } = useWrite()
  const loadAll = async () => {
    for (let more = hasNextPage; more && unreadIds().length < MAX_SELECTED;) {
      const { hasNextPage: next, error } = await fetchNextPage()
      if (error) throw error
      more = next
    }
  }
  const selectAll = async () => {
    if (selection.all) return selection.clear()
    if (await run({ write: loadAll, failed: 'Failed to load notifications' })) selection.select(unreadIds())
  }
  return { selecting, selectAll }
}

/** When all loaded unread ones have been marked as read, the next ones move up. */
function useNextWhenEmpty(shown: number, { hasNextPage, isFetching, isError, fetchNextPage }: UnreadPages) {
  useEffect(() => {
    if (shown === 0 && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [shown, hasNextPage, isFetching, isError, fetchNextPage])
}

function useMarkRead(selection: Selection) {
  const { run, pending: marking } = useWrite()
  const markRead = async () => {
    const ids = selection.selected
    const write = () => markNotificationsRead(ids)
    const failed = { title: 'Error', fallback: 'Failed to mark notifications as read' }
    if (!(await run({ write, failed }))) return
    selection.clear()
    // The button is removed: focus moves to the heading.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  return { marking, markRead }
}

// The link leaves the page at once. On failure the notification stays unread.
function readOnOpening(id: string): void {
  markNotificationsRead([id]).catch(() => undefined)
}

const Unread = ({
  notifications,
  selection,
}: {
  notifications: readonly NotificationView[]
  selection: Selection
}) =>
  notifications.length === 0 ? null : (
    <section aria-labelledby="new-notifications">
      <h2
        id="new-notifications"
        className="px-4 pt-4 pb-1 sm:px-5 font-text text-sm font-semibold text-ink-soft"
      >
        New notifications
      </h2>
      <ul className="divide-y divide-hairline">
        {notifications.map((one) => (
          <NotificationRow
            key={one.id}
            notification={one}
            ticked={selection.has(one.id)}
            onTick={() => selection.toggle(one.id)}
            onOpen={() => readOnOpening(one.id)}
          />
        ))}
      </ul>
    </section>
  )

const Earlier = ({ notifications }: { notifications: readonly NotificationView[] }) =>
  notifications.length === 0 ? null : (
    <section aria-labelledby="earlier-notifications" className="border-t border-hairline">
      <h2
        id="earlier-notifications"
        className="px-4 pt-4 pb-1 sm:px-5 font-text text-sm font-semibold text-ink-soft"
      >
        Earlier
      </h2>
      <ul className="divide-y divide-hairline">
        {notifications.map((one) => (
          <NotificationRow key={one.id} notification={one} />
        ))}
      </ul>
    </section>
  )

/** The selected notifications. One that is no longer shown is not selected. */
function useSelection(shownIds: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = shownIds.filter((id) => ticked.has(id))
  const all = shownIds.length > 0 && selected.length === shownIds.length
  return {
    selected,
    all,
    has: (id: string) => ticked.has(id),
    toggle: (id: string) => setTicked((current) => flipped(current, id)),
    select: (ids: readonly string[]) => setTicked(new Set(ids)),
    clear: () => setTicked(new Set()),
  }
}

function flipped(current: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(current)
  if (!next.delete(id)) next.add(id)
  return next
}
