import { useCallback } from 'react'
import type { ReactNode } from 'react'
import type { HouseView } from '#contract/admin.ts'
import { siteSettings } from '#client/features/admin/data/site-settings.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { CardLevel } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
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
  const { query, value: settings } = useSnapshot(siteSettings)
  const { refetch } = query
  const reload = useCallback(() => void refetch(), [refetch])
  if (query.isError && !settings) return <ErrorState title="Failed to load the settings" query={query} />
  return (
    <section aria-label="Settings" className="flex flex-col gap-8 pt-4">
      {settings ? <Cards settings={settings} reload={reload} /> : <CardsSkeleton />}
    </section>
  )
}

// The document's own buttons come first, in its order.
const Cards = ({ settings, reload }: { settings: HouseView; reload: () => void }) => (
  <>
    <Group title="Maintenance">
      <SeoCard report={settings.seo} onDone={reload} />
      <SyncCard report={settings.sync} onDone={reload} />
      <ProtectionCard enabled={settings.protection.enabled} onDone={reload} />
      <ExportsCard />
    </Group>
    <Group title="Site">
      <HouseNameCard name={settings.name.name} />
      <AnnouncementCard />
    </Group>
    <Group title="Sign-up">
      <SignUpCard mode={settings.signUp.mode} />
    </Group>
    <Group title="Moderation">
      <BlocksCard blocks={settings.blocks} />
    </Group>
  </>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="pb-3 text-xl">{title}</h2>
    <div className="grid gap-4 xl:grid-cols-2">
      <CardLevel value="h3">{children}</CardLevel>
    </div>
  </section>
)

const CardsSkeleton = () => (
  <SkeletonGroup
    label="Loading the settings..."
    className="grid gap-4 xl:grid-cols-2"
    blocks={[180, 180, 180, 180]}
  />
)
