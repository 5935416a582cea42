import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HouseView } from '#contract/admin.ts'
import { siteSettings } from '#client/features/admin/data/site-settings.store.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { AnnouncementCard } from './AnnouncementCard.tsx'
import { BlocksCard } from './BlocksCard.tsx'
import { ExportsCard } from './ExportsCard.tsx'
import { HouseNameCard } from './HouseNameCard.tsx'
import { ProtectionCard } from './ProtectionCard.tsx'
import { SeoCard } from './SeoCard.tsx'
import { SignUpCard } from './SignUpCard.tsx'
import { SyncCard } from './SyncCard.tsx'

/** The dashboard's settings: every button does what it says (product section 2, Admin dashboard). */
export const SettingsTab = () => {
  const { isError, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'site settings'],
    queryFn: ({ signal }) => siteSettings.load(signal),
    staleTime: 0,
  })
  const settings = siteSettings.use()
  const reload = useCallback(() => void refetch(), [refetch])
  if (isError && !settings)
    return <ErrorState title="Failed to load the settings" onRetry={reload} retrying={isFetching} />
  return (
    <section aria-label="Settings" className="grid gap-4 pt-4 xl:grid-cols-2">
      {settings ? <Cards settings={settings} reload={reload} /> : <CardsSkeleton />}
    </section>
  )
}

const Cards = ({ settings, reload }: { settings: HouseView; reload: () => void }) => (
  <>
    <SeoCard report={settings.seo} onDone={reload} />
    <SyncCard report={settings.sync} onDone={reload} />
    <ProtectionCard enabled={settings.protection.enabled} onDone={reload} />
    <ExportsCard />
    {/* What the document does not have. */}
    <HouseNameCard name={settings.name.name} />
    <AnnouncementCard />
    <SignUpCard mode={settings.signUp.mode} />
    <BlocksCard blocks={settings.blocks} />
  </>
)

const CardsSkeleton = () => (
  <SkeletonGroup label="Loading the settings..." className="contents">
    {[1, 2, 3, 4].map((card) => (
      <Skeleton key={card} shape="block" height={180} />
    ))}
  </SkeletonGroup>
)
