import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { BlogPostView } from '#contract/blog.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { BRAND } from '#contract/brand.ts'
import { NO_DECREE } from '#contract/site.page-titles.ts'
import { loadDecree } from '#client/features/blog/data/blog.actions.ts'
import { applyDecree, useDecreeAt } from '#client/features/blog/data/blog.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Attendance } from '#client/features/analytics/Attendance.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LogoMark } from '#client/ui/Logo.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ApiError } from '#client/live/http.ts'
import { Byline, ScheduledFor } from './Byline.tsx'
import { DecreeFoot } from './DecreeFoot.tsx'
import { DecreeReactions } from './DecreeReactions.tsx'
import { DecreeText } from './DecreeText.tsx'
import { MailsSlot } from './mails/MailsSlot.tsx'
import { WayBack } from './WayBack.tsx'
import { shareDecree } from './share-decree.ts'
import { useWatchBlog } from './useWatchBlog.ts'
import './Blog.css'

/** /blog/{slug}: one decree (product section 2, Blog). */
export const DecreePage = () => {
  const slug = useParams()['slug'] ?? ''
  const { decree, isLost, query } = useDecree(slug)
  usePageTitle(decree?.title ?? null, BRAND.blogName)
  if (!decree && isLost) return <NoDecree />
  return (
    <Archive>
      {decree ? (
        <Decree decree={decree} />
      ) : query.isError ? (
        <ErrorState title="Failed to fetch posts" query={query} />
      ) : (
        <Loading />
      )}
    </Archive>
  )
}

const Archive = ({ children }: { children: ReactNode }) => (
  <div className="s-blog s-blog-reading">
    <WayBack to="/blog">Return to Royal Archives</WayBack>
    {children}
  </div>
)

const decreeKey = (viewerId: string | null, slug: string) => ['decree', viewerId, slug] as const

export function seedDecree({ decree }: PageOf<'decree'>, client: QueryClient): void {
  applyDecree(decree)
  client.setQueryData(decreeKey(null, decree.slug), 'there')
}

export const seedNoDecree = (slug: string, client: QueryClient): void =>
  void client.setQueryData(decreeKey(null, slug), 'lost')

const Decree = ({ decree }: { decree: BlogPostView }) => (
  <article className="s-decree" aria-labelledby="decree">
    <header className="s-decree-head">
      <h1 id="decree" className="s-decree-title" tabIndex={-1} dir="auto">
        {decree.title}
      </h1>
      <div className="flex flex-wrap items-center gap-2">
        <Byline decree={decree} />
        <Standing decree={decree} />
        {decree.published && <Attendance id={decree.id} />}
      </div>
    </header>
    {decree.featuredImage && <img className="s-decree-image" src={decree.featuredImage} alt="" />}
    {decree.excerpt && (
      <blockquote className="s-decree-excerpt" dir="auto">
        "{decree.excerpt}"
      </blockquote>
    )}
    <DecreeText html={decree.html} />
    <footer className="s-decree-foot">
      <Button icon={<Share2 />} onClick={() => void shareDecree(decree.slug)}>
        Share Decree
      </Button>
      {decree.published && (
        <span className="s-decree-seal">
          <LogoMark size={36} />
        </span>
      )}
    </footer>
    {decree.published && <DecreeReactions id={decree.id} />}
    <DecreeFoot decree={decree} />
    <MailsSlot />
  </article>
)

/** Admins read drafts at their address too. */
const Standing = ({ decree: { published, publishAt } }: { decree: BlogPostView }) => {
  if (published) return <Badge tone="brass">Royal Decree</Badge>
  return <Badge tone="neutral">{publishAt ? <ScheduledFor at={publishAt} /> : 'Draft'}</Badge>
}

/** Shown when there is no decree at this address, or when this reader cannot see it. */
export const NoDecree = () => (
  <EmptyState
    as="h1"
    mascot="king"
    title={NO_DECREE}
    action={
      <ButtonLink to="/blog" variant="primary">
        Return to Royal Archives
      </ButtonLink>
    }
  >
    This decree has been lost to the ages.
  </EmptyState>
)

const Loading = () => (
  <SkeletonGroup label="Loading royal decree..." visible className="s-decree">
    <Skeleton shape="block" width="80%" height={40} />
    <Skeleton width="40%" />
    <Skeleton shape="block" height={240} />
  </SkeletonGroup>
)

/** The decree at an address, updated by pushes and refetched at each resync (LIVE L7). */
function useDecree(slug: string) {
  const viewer = useViewer()
  const viewerId = viewer?.id ?? null
  const decree = useDecreeAt(slug)
  const query = useQuery({
    queryKey: decreeKey(viewerId, slug),
    queryFn: async ({ signal }) => {
      try {
        await loadDecree(slug, signal)
        return 'there'
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return 'lost'
        throw error
      }
    },
    staleTime: 0,
  })
  // An admin may read what is not published.
  useWatchBlog(viewer?.isAdmin ? 'decrees' : 'blog', {
    name: 'decree',
    fetchedAt: query.dataUpdatedAt,
    fetch: () => query.refetch({ throwOnError: true }),
  })
  // It was deleted or hidden while it was being read.
  const isTaken = query.data === 'there' && !query.isFetching && !decree
  return { decree, isLost: query.data === 'lost' || isTaken, query }
}
