import type { StoredBlogCard } from '#client/features/blog/data/blog.store.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { PAGE } from '#contract/limits.ts'
import { fetchCounts, deleteArticle, updateArticle } from '#client/features/blog/data/blog.actions.ts'
import { ArticleSearch } from '#client/features/blog/ArticleSearch.tsx'
import { useArticles } from '#client/features/blog/useArticles.ts'
import { useSearchText } from '#client/features/blog/useSearchText.ts'
import { ListEnd } from '#client/features/posts/feed/ListEnd.tsx'
import { onLive } from '#client/live/registry.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { ArchiveDoor } from './ArchiveDoor.tsx'
import { ArticleTable } from './ArticleTable.tsx'
import { useWrite } from '#client/live/use-write.ts'

/** /blog-admin: the list of articles (product section 2, Blog). */
export const BlogAdminPage = () => {
  usePageTitle(TITLES['/blog-admin'])
  return (
    <ArchiveDoor>
      <Archives />
    </ArchiveDoor>
  )
}

/** The editor of a new article. */
const NEW = '/blog-admin/decree'

const Archives = () => {
  const { typed, setTyped, q } = useSearchText()
  const counts = useCounts()
  return (
    <div className="flex flex-col gap-6 p-4">
      <Head />
      <Counts counts={counts.data ?? null} />
      <ArticleSearch value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Archive q={q} />
    </div>
  )
}

/** Refetched when an article changes. */
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

const Head = () => (
  <PageHeading title={TITLES['/blog-admin']}>
    <ButtonLink variant="primary" size="sm" icon={<Plus />} to={NEW}>
      Issue Royal Decree
    </ButtonLink>
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

const Archive = ({ q }: { q: string }) => {
  const { ids, loading, failed, readAgain, next } = useArticles('all', q)
  const actions = useArticleActions()
  const [toDelete, setToDelete] = useState<StoredBlogCard | null>(null)
  if (loading) return <Loading />
  if (failed) return <ErrorState title="Failed to fetch posts" onRetry={readAgain} />
  if (ids.length === 0) return <Empty searching={q !== ''} />
  return (
    <>
      <ArticleTable
        ids={ids}
        isPending={actions.isPending}
        onToggle={(article) => void actions.toggle(article)}
        onDelete={setToDelete}
      />
      {ids.length >= PAGE.articles && <ListEnd {...next} />}
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

const Empty = ({ searching }: { searching: boolean }) => (
  <EmptyState
    mascot="king"
    title="No Royal Decrees Found"
    action={
      searching ? undefined : (
        <ButtonLink variant="primary" to={NEW}>
          Issue First Royal Decree
        </ButtonLink>
      )
    }
  >
    {searching ? 'No decrees match thy search.' : 'The royal archives are empty.'}
  </EmptyState>
)

const Loading = () => (
  <SkeletonGroup
    label="Loading royal archives..."
    visible
    className="flex flex-col gap-3"
    blocks={[56, 56, 56, 56]}
  />
)

const FAILED = 'Royal Scribes Report Error'

/** An admin's actions on a row, one call a row at a time. */
function useArticleActions() {
  const queries = useQueryClient()
  const { isPending, run } = useWrite()
  const refetchCounts = () => void queries.invalidateQueries({ queryKey: ['blog', 'counts'] })
  return {
    isPending,
    toggle: ({ id, published }: StoredBlogCard) =>
      run({
        target: id,
        write: () => updateArticle(id, { published: !published }).then(refetchCounts),
        done: published ? 'Decree Hidden' : 'Decree Published',
        failed: { title: FAILED, sentence: 'Failed to update decree status.' },
      }),
    remove: (article: StoredBlogCard) =>
      run({
        target: article.id,
        write: () => deleteArticle(article).then(refetchCounts),
        done: 'Royal Decree Burned!',
        failed: FAILED,
      }),
  }
}
