import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { fetchArticleToEdit } from '#client/features/blog/data/blog.actions.ts'
import { NoArticle } from '#client/features/blog/ArticlePage.tsx'
import { WayBack } from '#client/features/blog/WayBack.tsx'
import { ApiError } from '#client/live/http.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import '#client/features/blog/Blog.css'
import { ArchiveDoor } from './ArchiveDoor.tsx'
import type { ArticleEditorProps } from './ArticleEditor.tsx'

/** With the rules of the contract it is larger than a page may be. */
const editor = lazyComponent<ArticleEditorProps>(
  async () => (await import('./ArticleEditor.tsx')).ArticleEditor,
)

const ARCHIVE = '/blog-admin'
const NEW_TITLE = TITLES['/blog-admin/decree']

/** /blog-admin/decree: the editor of a new article, or with ?id= of this one (product section 2, Blog). */
export const ArticleEditorPage = () => {
  const { editedId, keepId } = useAddress()
  const title = editedId === null ? NEW_TITLE : 'Revise Royal Decree'
  usePageTitle(title)
  // Together with the article.
  useEffect(() => void editor.preload(), [])
  return (
    <ArchiveDoor>
      <div className="s-article-editor-page">
        <WayBack to={ARCHIVE}>{TITLES[ARCHIVE]}</WayBack>
        <PageHeading title={title} />
        <Writing key={editedId} id={editedId} onStored={keepId} />
      </div>
    </ArchiveDoor>
  )
}

/**
 * The article of the address. A new one that is saved as a draft gets its id into the address, so that a reload
 * goes on with it, and stays a new one on this page.
 */
function useAddress() {
  const navigate = useNavigate()
  const id = useSearchParams()[0].get('id')
  const [begunId, keepId] = useState<string | null>(null)
  const isNew = id === null || id === begunId
  useEffect(() => {
    if (begunId !== null && id === null) void navigate(`?id=${begunId}`, { replace: true })
  }, [begunId, id, navigate])
  return { editedId: isNew ? null : id, keepId: isNew ? keepId : ignore }
}

const ignore = () => undefined

const Writing = ({ id, onStored }: { id: string | null; onStored: (id: string) => void }) => {
  const query = useArticleToEdit(id)
  const { data, isPending, error } = query
  const [isDone, setDone] = useState(false)
  // Only while the page is open: somebody who has left it stays where they are.
  if (isDone) return <Navigate to={ARCHIVE} replace />
  if (isPending) return <Loading />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoArticle />
  if (error) return <ErrorState title="Failed to fetch posts" query={query} />
  return (
    <Suspense fallback={<Loading />}>
      <editor.Component article={data} onStored={onStored} onDone={() => setDone(true)} />
    </Suspense>
  )
}

/** The article as it is when the page opens; null at once for a new one. */
const useArticleToEdit = (id: string | null) =>
  useQuery({
    queryKey: ['article to edit', id],
    queryFn: ({ signal }) => (id === null ? null : fetchArticleToEdit(id, signal)),
    initialData: id === null ? null : undefined,
    staleTime: Infinity,
    gcTime: 0,
  })

const Loading = () => (
  <SkeletonGroup label="Loading royal decree..." visible className="flex flex-col gap-5" blocks={[64, 320]} />
)
