import { useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
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
  const tab = TABS.find(({ key }) => key === params.get('tab'))?.key ?? 'compose'
  usePageTitle(TITLES['/activity'])
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        Activity
      </h1>
      <div className="sticky top-(--phone-header,0px) z-(--z-sticky) bg-surface">
        <LinkTabs tabs={TABS} current={tab} label="Activity" className="sm:px-2" />
      </div>
      {tab === 'compose' && <ComposeForm viewer={viewer} />}
      {tab === 'explore' && <Explore />}
      {tab === 'notifications' && <ActivityNotifications />}
      {tab === 'messages' && <ActivityMessages viewerId={viewer.id} />}
    </>
  )
}
