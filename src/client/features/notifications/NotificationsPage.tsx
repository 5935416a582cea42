import { ArrowUp } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { counted } from '#contract/plural.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { patchNotifications } from '#client/features/account/data/settings.actions.ts'
import { useSavedSwitch } from '#client/features/account/useSavedSwitch.ts'
import { markReadQuietly } from '#client/features/notifications/data/notifications.actions.ts'
import { PlungerSlot } from '#client/features/posts/plunger/PlungerSlot.tsx'
import { BannerAd } from '#client/features/site/ads/BannerAd.tsx'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { groupNotifications, type NotificationGroup } from './notification-groups.ts'
import { GroupRow, NotificationRow } from './NotificationRow.tsx'
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx'
import {
  seedNotifications,
  useFollowAbouts,
  useNotificationLists,
  type Only,
} from './useNotificationLists.ts'
import { useMarkRead, useSelectAll, useSelection, type Selection, type UnreadPages } from './useSelection.ts'
import { useSections } from './useSections.ts'
import { useReadWhenSeen } from './useReadWhenSeen.ts'

export { seedNotifications }

const FILTERS = [
  { key: 'all', label: 'All', to: '/notifications' },
  { key: 'mentions', label: 'Mentions', to: '?only=mentions' },
] as const

/**
 * /notifications: unread ones, which can be selected and marked as read; then at most 20 read ones (product
 * section 2).
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
  const rowRef = useReadWhenSeen(useRequiredViewer().readWhenSeen, newGroups, keep)
  useFollowAbouts(useMemo(() => [...unread, ...earlier], [unread, earlier]))
  useEnoughRows(newGroups.length, unread.length, pages)

  if (failed)
    return <ErrorState as="h1" title="Failed to load notifications" onRetry={() => location.reload()} />
  if (loading) return <NotificationsSkeleton />
  return (
    <div>
      <Head only={only} selection={selection} pages={pages} onMarked={release} />
      <WaitingPill count={waiting} onShow={show} />
      {!only && <PlungerSlot />}
      {unread.length + earlier.length === 0 && <NoNotifications only={only} />}
      <Section id="new-notifications" title="New notifications" groups={newGroups}>
        {(group) => {
          const propsOf = (one: NotificationGroup) => {
            const open = one.rows.filter((row) => !isRead(row)).map(({ id }) => id)
            return {
              group: one,
              unread: open.length > 0,
              ticked: selection.hasAll(open),
              onTick: open.length > 0 ? () => selection.toggle(open) : undefined,
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
      {pages.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
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

interface HeadProps {
  only: Only
  onMarked: () => void
  selection: Selection
  pages: UnreadPages
}

const Head = ({ only, selection, pages, onMarked }: HeadProps) => {
  const { marking, markRead } = useMarkRead(selection, onMarked)
  const { selecting, selectAll } = useSelectAll(selection, pages, only)
  return (
    <div className="border-b border-hairline px-4 pt-4 sm:px-5">
      <PageHeading title="Notifications" className="min-h-11">
        {selection.some && (
          <Button
            size="sm"
            variant="ghost"
            className="max-sm:-ms-3.5"
            pending={selecting}
            onClick={() => void selectAll()}
          >
            {selection.all ? 'Deselect All' : 'Select All'}
          </Button>
        )}
        {selection.selected.length > 0 && (
          <Button size="sm" variant="primary" pending={marking} onClick={() => void markRead()}>
            Mark {selection.selected.length} as read
          </Button>
        )}
      </PageHeading>
      <div className="py-3">
        <BannerAd />
      </div>
      <div className="flex items-center justify-between gap-3">
        <LinkTabs
          tabs={FILTERS}
          current={only ?? 'all'}
          label="Filter"
          className="-ms-4 border-b-0 max-sm:-ms-3"
        />
        <SeenSwitch />
      </div>
    </div>
  )
}

/** What arrived while the page was scrolled; it stands above the rows and moves none. */
const WaitingPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status" className="sticky top-3 z-20 flex h-0 justify-center">
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

/** Whether notifications that were on the screen are read. */
const SeenSwitch = () => {
  const { readWhenSeen } = useRequiredViewer()
  const props = useSavedSwitch(readWhenSeen, (on) => ({
    write: () => patchNotifications({ readWhenSeen: on }),
    failed: { title: 'Update failed', fallback: 'Failed to change the notifications' },
  }))
  return <Switch label="Read when seen" {...props} />
}

/** Loads on while there are fewer groups than a screen has room for: one group may hold a whole page. */
const ENOUGH_GROUPS = 6
const MOST_ROWS = 200

/** When all loaded unread ones have been marked as read, the next ones move up. */
function useEnoughRows(
  groups: number,
  rows: number,
  { hasNextPage, isFetching, isError, fetchNextPage }: UnreadPages,
) {
  const isWanted = groups < ENOUGH_GROUPS && rows < MOST_ROWS && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, fetchNextPage])
}

interface SectionProps {
  id: string
  title: string
  groups: readonly NotificationGroup[]
  children: (group: NotificationGroup) => ReactNode
  className?: string
}

const Section = ({ id, title, groups, children, className }: SectionProps) =>
  groups.length === 0 ? null : (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="px-4 pt-4 pb-1 font-text text-sm font-semibold text-ink-soft sm:px-5">
        {title}
      </h2>
      <ul className="divide-y divide-hairline">{groups.map(children)}</ul>
    </section>
  )
