import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useUnreadNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { ComposeForm } from '#client/features/posts/composer/ComposePage.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ActivityMessages } from './ActivityMessages.tsx'
import { ActivityNotifications } from './ActivityNotifications.tsx'
import { Explore } from './Explore.tsx'

const TABS = [
  { key: 'compose', label: 'Compose', to: '?tab=compose' },
  { key: 'explore', label: 'Explore', to: '?tab=explore' },
  { key: 'notifications', label: 'Notifications', to: '?tab=notifications' },
  { key: 'messages', label: 'Messages', to: '?tab=messages' },
] as const

/** /activity: the hub (product section 2, Activity hub). */
export const ActivityPage = () => {
  const viewer = useRequiredViewer()
  const [params] = useSearchParams()
  const { key, state } = useLocation()
  // By the button 'Post'.
  const isAskedFor = (state as { compose?: boolean } | null)?.compose === true
  const firstTab = useFirstTab(isAskedFor)
  const tab = TABS.find(({ key }) => key === params.get('tab'))?.key ?? firstTab
  usePageTitle(TITLES['/activity'])
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        Activity
      </h1>
      <div className="sticky top-(--head) z-(--z-sticky) bg-surface">
        <LinkTabs tabs={TABS} current={tab} label="Activity" className="sm:px-2" />
      </div>
      {tab === 'compose' && <ComposeForm key={key} viewer={viewer} focused={isAskedFor} />}
      {tab === 'explore' && <Explore />}
      {tab === 'notifications' && <ActivityNotifications />}
      {tab === 'messages' && <ActivityMessages viewerId={viewer.id} />}
    </>
  )
}

/**
 * The tab of the bare address: the notifications while the badge counts some, else the form (DECISIONS row 243). It is
 * chosen on arrival, so that what arrives or is read meanwhile takes nothing away from under the reader's hands.
 */
function useFirstTab(isAskedFor: boolean): 'notifications' | 'compose' {
  const { key } = useLocation()
  const { count, chats } = useUnreadNotifications()
  const isUnread = count > chats
  const [arrival, setArrival] = useState({ key, isUnread })
  if (arrival.key !== key) setArrival({ key, isUnread })
  return arrival.isUnread && !isAskedFor ? 'notifications' : 'compose'
}
