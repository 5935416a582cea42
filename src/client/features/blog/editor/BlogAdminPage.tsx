import type { DecreeCard } from '#client/features/blog/data/blog.store.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BlogPostView } from '#contract/blog.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { PAGE } from '#contract/limits.ts'
import { fetchCounts } from '#client/features/blog/data/blog.actions.ts'
import { DecreeSearch } from '#client/features/blog/DecreeSearch.tsx'
import { useDecrees } from '#client/features/blog/useDecrees.ts'
import { useSearchText } from '#client/features/blog/useSearchText.ts'
import { ListEnd } from '#client/features/posts/feed/ListEnd.tsx'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { onLive } from '#client/live/registry.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import type { DecreeDialogProps } from './DecreeDialog.tsx'
import { DecreeTable } from './DecreeTable.tsx'
import { useDecreeActions } from './useDecreeActions.ts'

/** Lazy: the form is as large as the rest of the page, and only needed for writing. */
const editor = lazyComponent<DecreeDialogProps>(async () => (await import('./DecreeDialog.tsx')).DecreeDialog)

/** /blog-admin: the list of decrees and their editor (product section 2, Blog). */
export const BlogAdminPage = () => {
  const isAdmin = useViewer()?.isAdmin ?? false
  usePageTitle(TITLES['/blog-admin'])
  if (!isAdmin) return <AdminsOnly />
  return (
    <AdminDoor>
      <Archives />
    </AdminDoor>
  )
}

const AdminsOnly = () => (
  <EmptyState
    as="h1"
    mascot="guard"
    title="Royal Access Required"
    action={
      <ButtonLink to="/blog" variant="primary">
        Return to Royal Archives
      </ButtonLink>
    }
  >
    Only the King can access the royal blog archives.
  </EmptyState>
)

const Archives = () => {
  const { typed, setTyped, q } = useSearchText()
  const [edited, setEdited] = useState<BlogPostView | 'new' | null>(null)
  const counts = useCounts()
  const Dialog = useLazy(editor, edited !== null, () => {
    setEdited(null)
    toast({
      variant: 'destructive',
      title: 'Royal Scribes Report Error',
      description: SOMETHING_WENT_WRONG,
    })
  })
  return (
    <div className="flex flex-col gap-6 p-4">
      <Head onCreate={() => setEdited('new')} />
      <Counts counts={counts.data ?? null} />
      <DecreeSearch value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Archive q={q} onCreate={() => setEdited('new')} onEdit={setEdited} />
      {edited && Dialog && (
        <Dialog decree={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

/** Refetched when a decree changes. */
function useCounts() {
  const query = useQuery({
    queryKey: ['blog', 'counts'],
    queryFn: ({ signal }) => fetchCounts(signal),
    staleTime: 0,
  })
  const { refetch } = query
  useEffect(() => {
    const stops = [onLive('blog:updated', () => void refetch()), onLive('blog:deleted', () => void refetch())]
    return () => stops.forEach((stop) => stop())
  }, [refetch])
  return query
}

const Head = ({ onCreate }: { onCreate: () => void }) => (
  <PageHeading title={TITLES['/blog-admin']}>
    <Button variant="primary" size="sm" icon={<Plus />} onClick={onCreate}>
      Issue Royal Decree
    </Button>
    <ButtonLink size="sm" variant="ghost" to="/blog">
      Royal Blog
    </ButtonLink>
  </PageHeading>
)

const Counts = ({ counts }: { counts: { total: number; published: number; drafts: number } | null }) => (
  <dl className="grid grid-cols-3 gap-3">
    {(
      [
        ['Total Decrees', 'total'],
        ['Published', 'published'],
        ['Drafts', 'drafts'],
      ] as const
    ).map(([label, key]) => (
      <div key={key} className="rounded-lg border border-hairline bg-surface p-3 sm:p-4">
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd className="tabular text-2xl font-semibold">
          {counts ? <Num value={counts[key]} compact={false} /> : <Skeleton width={32} />}
        </dd>
      </div>
    ))}
  </dl>
)

interface ArchiveProps {
  q: string
  onCreate: () => void
  onEdit: (decree: BlogPostView) => void
}

const Archive = ({ q, onCreate, onEdit }: ArchiveProps) => {
  const { query, ids } = useDecrees('all', q)
  const actions = useDecreeActions()
  const [toDelete, setToDelete] = useState<DecreeCard | null>(null)
  if (query.isPending) return <Loading />
  if (query.isError && !query.data)
    return (
      <ErrorState
        title="Failed to fetch posts"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (ids.length === 0) return <Empty searching={q !== ''} onCreate={onCreate} />
  return (
    <>
      <DecreeTable
        ids={ids}
        isPending={actions.isPending}
        onToggle={(decree) => void actions.toggle(decree)}
        onEdit={(decree) => void actions.open(decree, onEdit)}
        onDelete={setToDelete}
      />
      {ids.length >= PAGE.decrees && (
        <ListEnd
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
      <AlertDialog
        open={toDelete !== null}
        onOpenChange={(open) => !open && setToDelete(null)}
        title="Art thou certain?"
        description="This royal decree shall be burned forever!"
        confirmLabel="Burn it"
        onConfirm={() => {
          if (toDelete) void actions.remove(toDelete)
          setToDelete(null)
        }}
      />
    </>
  )
}

const Empty = ({ searching, onCreate }: { searching: boolean; onCreate: () => void }) => (
  <EmptyState
    mascot="king"
    title="No Royal Decrees Found"
    action={
      searching ? undefined : (
        <Button variant="primary" onClick={onCreate}>
          Issue First Royal Decree
        </Button>
      )
    }
  >
    {searching ? 'No decrees match thy search.' : 'The royal archives are empty.'}
  </EmptyState>
)

const Loading = () => (
  <SkeletonGroup label="Loading royal archives..." visible className="flex flex-col gap-3">
    {[0, 1, 2, 3].map((at) => (
      <Skeleton key={at} shape="block" height={56} />
    ))}
  </SkeletonGroup>
)
