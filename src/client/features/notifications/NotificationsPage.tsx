import { clsx } from 'clsx'
import { ArrowUp } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { counted } from '#contract/plural.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { markReadQuietly } from '#client/features/notifications/data/notifications.actions.ts'
import { seedNotifications, type Only } from '#client/features/notifications/data/notifications.lists.ts'
import { CrowdControlSlot } from '#client/features/notifications/crowd-control/CrowdControlSlot.tsx'
import { BannerAd } from '#client/features/notifications/ads/BannerAd.tsx'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { groupNotifications, type NotificationGroup } from './notification-groups.ts'
import { GroupRow, NotificationRow } from './NotificationRow.tsx'
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx'
import { useFollowAbouts, useNotificationLists } from './useNotificationLists.ts'
import {
  useMarkSelectedRead,
  useSelectAll,
  useSelection,
  type NotificationSelection,
} from './useSelection.ts'
import { useSections } from './useSections.ts'
import { useReadWhenSeen } from './useReadWhenSeen.ts'

export { seedNotifications }

const FILTERS = [
  { key: 'all', label: 'All', to: '/notifications' },
  { key: 'mentions', label: 'Mentions', to: '?only=mentions' },
] as const

/**
 * /notifications: unread ones, which can be selected and marked as read, and are read when they were seen (unless that is
 * switched off); then at most 20 read ones (product section 2).
 */
export const NotificationsPage = () => {
  usePageTitle(TITLES['/notifications'])
  const only: Only = useSearchParams()[0].get('only') === 'mentions' ? 'mentions' : undefined
  return <Notifications key={only} only={only} />
}

const Notifications = ({ only }: { only: Only }) => {
  const { unread: pages, loading, failed } = useNotificationLists(only)
  const { isRead, keep, unread, earlier, waiting, show, release } = useSections(only)
  const selection = useSelection(unread.filter((one) => !isRead(one)).map(({ id }) => id))
  const newGroups = useMemo(() => groupNotifications(unread), [unread])
  // What is about to be selected stays as it is.
  const isReadWhenSeen = useRequiredViewer().readWhenSeen && !selection.isOpen
  const rowRef = useReadWhenSeen(isReadWhenSeen, newGroups, keep)
  useFollowAbouts(useMemo(() => [...unread, ...earlier], [unread, earlier]))
  useEnoughRows(newGroups.length, unread.length, pages)

  if (failed)
    return <ErrorState as="h1" title="Failed to load notifications" onRetry={() => location.reload()} />
  if (loading) return <NotificationsSkeleton />
  return (
    <div>
      <Head only={only} />
      <WaitingPill count={waiting} onShow={show} />
      {!only && <CrowdControlSlot />}
      {unread.length + earlier.length === 0 && <NoNotifications only={only} />}
      <Section
        id="new-notifications"
        title="New notifications"
        groups={newGroups}
        actions={selection.some && <Actions only={only} selection={selection} onMarked={release} />}
      >
        {(group) => {
          const propsOf = (one: NotificationGroup) => {
            const open = one.rows.filter((row) => !isRead(row)).map(({ id }) => id)
            return {
              group: one,
              unread: open.length > 0,
              ticked: selection.hasAll(open),
              onTick: selection.isOpen && open.length > 0 ? () => selection.toggle(open) : undefined,
              onOpen: () => open.length > 0 && markReadQuietly(open),
            }
          }
          return group.rows.length === 1 ? (
            <NotificationRow key={group.key} {...propsOf(group)} seen={rowRef} />
          ) : (
            <GroupRow key={group.key} {...propsOf(group)} seen={rowRef} propsOf={propsOf} />
          )
        }}
      </Section>
      {pages.next.hasMore && (
        <div className="p-4 text-center">
          <Button pending={pages.next.loading} onClick={pages.next.onMore}>
            Load more notifications
          </Button>
        </div>
      )}
      <Section
        id="earlier-notifications"
        title="Earlier"
        groups={groupNotifications(earlier)}
        className="border-t border-hairline"
      >
        {(group) => <NotificationRow key={group.key} group={group} />}
      </Section>
    </div>
  )
}

/** On a phone two lines: the first row is near the top of the screen. */
const Head = ({ only }: { only: Only }) => (
  <div className="border-b border-hairline sm:px-5 sm:pt-3 sm:pb-4">
    <div className="flex flex-wrap items-center gap-x-3 max-sm:px-4 sm:pb-3">
      <h1 className="me-auto text-xl sm:text-2xl" tabIndex={-1}>
        Notifications
      </h1>
      <LinkTabs
        tabs={FILTERS}
        current={only ?? 'all'}
        label="Filter"
        className="-me-3 border-b-0 max-sm:-my-0.5"
      />
    </div>
    <BannerAd />
  </div>
)

interface ActionsProps {
  only: Only
  onMarked: () => void
  selection: NotificationSelection
}

/** What can be done with the unread ones. */
const Actions = ({ only, selection, onMarked }: ActionsProps) => {
  const { marking, markRead } = useMarkSelectedRead(selection, onMarked)
  const { selecting, selectAll } = useSelectAll(selection, only)
  const count = selection.selected.length
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        // There is no room for it beside the others.
        className={clsx('-me-2 max-sm:px-2', count > 0 && 'max-sm:hidden')}
        onClick={() => (selection.isOpen ? selection.end() : selection.select([]))}
      >
        {selection.isOpen ? 'Cancel' : 'Select'}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="-me-2 max-sm:px-2"
        pending={selecting}
        onClick={() => void selectAll()}
      >
        {selection.all ? 'Deselect All' : 'Select All'}
      </Button>
      {count > 0 && (
        <Button
          size="sm"
          variant="primary"
          className="ms-2 max-sm:px-2"
          pending={marking}
          onClick={() => void markRead()}
        >
          Mark {count} as read
        </Button>
      )}
    </>
  )
}

/** What arrived while the page was scrolled; it stands above the rows and moves none. */
const WaitingPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status" className="sticky top-[calc(var(--head,0px)+0.75rem)] z-20 flex h-0 justify-center">
    {count > 0 && (
      <Button size="sm" variant="primary" icon={<ArrowUp />} className="shadow-raised" onClick={onShow}>
        {counted(count, 'new notification')}
      </Button>
    )}
  </div>
)

const NoNotifications = ({ only }: { only: Only }) => (
  <EmptyState mascot="guard" title={only ? 'No mentions yet' : 'No notifications yet'}>
    {only ? 'Nobody has called your name.' : 'The herald is resting his trumpet.'}
  </EmptyState>
)

/** Loads on while there are fewer groups than a screen has room for: one group may hold a whole page. */
const ENOUGH_GROUPS = 6
const MOST_ROWS = 200

/** When all loaded unread ones have been marked as read, the next ones move up. */
function useEnoughRows(
  groups: number,
  rows: number,
  { busy, next: { hasMore, failed, onMore } }: ReturnType<typeof useNotificationLists>['unread'],
) {
  const isWanted = groups < ENOUGH_GROUPS && rows < MOST_ROWS && hasMore && !busy && !failed
  useEffect(() => {
    if (isWanted) onMore()
  }, [isWanted, onMore])
}

interface SectionProps {
  id: string
  title: string
  groups: readonly NotificationGroup[]
  children: (group: NotificationGroup) => ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  className?: string
}

const Section = ({ id, title, groups, children, actions, className }: SectionProps) =>
  groups.length === 0 ? null : (
    <section aria-labelledby={id} className={className}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 px-4 sm:min-h-12 sm:px-5">
        <h2 id={id} className="me-auto font-text text-sm font-semibold text-ink-soft">
          {title}
        </h2>
        {actions}
      </div>
      <ul className="divide-y divide-hairline">{groups.map(children)}</ul>
    </section>
  )
