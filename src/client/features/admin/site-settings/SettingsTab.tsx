import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HouseView } from '#contract/admin.ts'
import { fetchHouse } from '#client/features/admin/data/site-settings.actions.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { ExportsCard } from './ExportsCard.tsx'
import { ProtectionCard } from './ProtectionCard.tsx'
import { SeoCard } from './SeoCard.tsx'
import { SyncCard } from './SyncCard.tsx'

/** The dashboard's settings: every button does what it says (product section 2, Admin dashboard). */
export const SettingsTab = () => {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'house'],
    queryFn: fetchHouse,
    staleTime: 0,
    refetchInterval: isCounting,
  })
  const reload = useCallback(() => void refetch(), [refetch])
  if (isError && !data)
    return <ErrorState title="Failed to load the settings" onRetry={reload} retrying={isFetching} />
  return (
    <section aria-label="Settings" className="grid gap-4 pt-4 xl:grid-cols-2">
      {data ? <Cards house={data} reload={reload} /> : <CardsSkeleton />}
    </section>
  )
}

/** While a recount goes on its result is waited for. */
const LOOK_AGAIN_MS = 3_000
const isCounting = ({ state }: { state: { data: HouseView | undefined } }) =>
  state.data?.sync?.finishedAt === null && LOOK_AGAIN_MS

const Cards = ({ house, reload }: { house: HouseView; reload: () => void }) => (
  <>
    <SeoCard report={house.seo} onDone={reload} />
    <SyncCard report={house.sync} onDone={reload} />
    <ProtectionCard enabled={house.protection.enabled} onDone={reload} />
    <ExportsCard />
  </>
)

const CardsSkeleton = () => (
  <SkeletonGroup label="Loading the settings..." className="contents">
    {[1, 2, 3, 4].map((card) => (
      <Skeleton key={card} shape="block" height={180} />
    ))}
  </SkeletonGroup>
)
