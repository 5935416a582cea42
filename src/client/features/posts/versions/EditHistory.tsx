import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TextVersionView } from '#contract/primitives.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onResync } from '#client/live/registry.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { RichText } from '#client/ui/RichText.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'

/** A text that can be edited. */
interface EditedText {
  /** The domain and the id of the record. */
  key: readonly [string, string]
  text: string
  /** Since when it stands: a pushed edit changes it, and the list is fetched again while it is open. */
  at: string
  fetch: (signal: AbortSignal) => Promise<TextVersionView[]>
}

export interface EditHistoryProps {
  of: EditedText
  open: boolean
  onClose: () => void
}

/** The present text of what was edited, and those it had before. */
export const EditHistory = ({ of, open, onClose }: EditHistoryProps) => (
  <Sheet open={open} onOpenChange={(stays) => !stays && onClose()} title="Edit history">
    <Versions of={of} />
  </Sheet>
)

const Versions = ({ of }: { of: EditedText }) => (
  <ol className="flex flex-col divide-y divide-hairline">
    <Version text={of.text} at={of.at} isPresent />
    <Earlier query={useVersions(of)} />
  </ol>
)

function useVersions({ key: [domain, id], at, fetch }: EditedText) {
  const viewerId = useViewer()?.id ?? null
  const query = useQuery({
    queryKey: [domain, viewerId, 'versions', id, at],
    queryFn: ({ signal }) => fetch(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { refetch } = query
  useEffect(
    () =>
      onResync('versions', async () => {
        await refetch({ throwOnError: true })
      }),
    [refetch],
  )
  return query
}

const Earlier = ({ query }: { query: ReturnType<typeof useVersions> }) => {
  const { data, isError } = query
  if (data && data.length === 0)
    return <li className="pt-4 text-sm text-ink-soft">We did not keep the earlier text.</li>
  if (data) return data.map(({ text, at }) => <Version key={at} text={text} at={at} />)
  return (
    <li className="pt-4">
      {isError ? (
        <ErrorState title="Failed to load the edit history" query={query} />
      ) : (
        <SkeletonGroup label="Loading the edit history..." blocks={[56]} />
      )}
    </li>
  )
}

interface VersionProps {
  text: string
  at: string
  isPresent?: boolean
}

const Version = ({ text, at, isPresent = false }: VersionProps) => (
  <li className="py-4 first:pt-0 last:pb-0">
    <p className="flex items-center gap-2 text-sm text-ink-faint">
      <RelativeTime at={at} />
      {isPresent && <Badge>Current</Badge>}
    </p>
    <RichText text={text} className={isPresent ? 'mt-1' : 'mt-1 text-ink-soft'} />
  </li>
)
