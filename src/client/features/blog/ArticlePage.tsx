import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { BlogPostView } from '#contract/blog.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { BRAND } from '#contract/brand.ts'
import { NO_ARTICLE } from '#contract/site.page-titles.ts'
import { loadArticle } from '#client/features/blog/data/blog.actions.ts'
import { applyArticle, useArticleAt } from '#client/features/blog/data/blog.store.ts'
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
import { ArticleFoot } from './ArticleFoot.tsx'
import { ArticleReactions } from './ArticleReactions.tsx'
import { ArticleText } from './ArticleText.tsx'
import { MailsSlot } from './mails/MailsSlot.tsx'
import { WayBack } from './WayBack.tsx'
import { shareArticle } from './share-article.ts'
import { useWatchBlog } from './useWatchBlog.ts'
import './Blog.css'

/** /blog/{slug}: one article (product section 2, Blog). */
export const ArticlePage = () => {
  const slug = useParams()['slug'] ?? ''
  const { article, isLost, query } = useArticle(slug)
  usePageTitle(article?.title ?? null, BRAND.blogName)
  if (!article && isLost) return <NoArticle />
  return (
    <Archive>
      {article ? (
        <Article article={article} />
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

const articleKey = (viewerId: string | null, slug: string) => ['article', viewerId, slug] as const

/** The answer about an address. It may lack what changed between `askedAt` (epoch ms) and its arrival. */
interface Answer {
  isThere: boolean
  askedAt: number
}

export function seedArticle({ decree }: PageOf<'decree'>, client: QueryClient, askedAt: number): void {
  applyArticle(decree)
  client.setQueryData<Answer>(articleKey(null, decree.slug), { isThere: true, askedAt })
}

export const seedNoArticle = (slug: string, client: QueryClient, askedAt: number): void =>
  void client.setQueryData<Answer>(articleKey(null, slug), { isThere: false, askedAt })

const Article = ({ article }: { article: BlogPostView }) => (
  <article className="s-article" aria-labelledby="article">
    <header className="s-article-head">
      <h1 id="article" className="s-article-title" tabIndex={-1} dir="auto">
        {article.title}
      </h1>
      <div className="flex flex-wrap items-center gap-2">
        <Byline article={article} />
        <Standing article={article} />
        {article.published && <Attendance id={article.id} />}
      </div>
    </header>
    {article.featuredImage && <img className="s-article-image" src={article.featuredImage} alt="" />}
    {article.excerpt && (
      <blockquote className="s-article-excerpt" dir="auto">
        "{article.excerpt}"
      </blockquote>
    )}
    <ArticleText html={article.html} />
    <footer className="s-article-foot">
      <Button icon={<Share2 />} onClick={() => void shareArticle(article.slug)}>
        Share Decree
      </Button>
      {article.published && (
        <span className="s-article-seal">
          <LogoMark size={36} />
        </span>
      )}
    </footer>
    {article.published && <ArticleReactions id={article.id} />}
    <ArticleFoot article={article} />
    <MailsSlot />
  </article>
)

/** Admins read drafts at their address too. */
const Standing = ({ article: { published, publishAt } }: { article: BlogPostView }) => {
  if (published) return <Badge tone="brass">Royal Decree</Badge>
  return <Badge tone="neutral">{publishAt ? <ScheduledFor at={publishAt} /> : 'Draft'}</Badge>
}

/** Shown when there is no article at this address, or when this reader cannot see it. */
export const NoArticle = () => (
  <EmptyState
    as="h1"
    mascot="king"
    title={NO_ARTICLE}
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
  <SkeletonGroup label="Loading royal decree..." visible className="s-article">
    <Skeleton shape="block" width="80%" height={40} />
    <Skeleton width="40%" />
    <Skeleton shape="block" height={240} />
  </SkeletonGroup>
)

/** The article at an address, updated by pushes and refetched at each resync (LIVE L7). */
function useArticle(slug: string) {
  const viewer = useViewer()
  const viewerId = viewer?.id ?? null
  const article = useArticleAt(slug)
  const query = useQuery({
    queryKey: articleKey(viewerId, slug),
    queryFn: async ({ signal }): Promise<Answer> => {
      const askedAt = Date.now()
      try {
        await loadArticle(slug, signal)
        return { isThere: true, askedAt }
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { isThere: false, askedAt }
        throw error
      }
    },
    staleTime: 0,
  })
  // An admin may read what is not published.
  useWatchBlog(viewer?.isAdmin ? 'decrees' : 'blog', {
    name: 'article',
    fetchedAt: query.data?.askedAt ?? 0,
    fetch: () => query.refetch({ throwOnError: true }),
  })
  // It was deleted or hidden while it was being read.
  const isTaken = query.data?.isThere && !query.isFetching && !article
  return { article, isLost: query.data?.isThere === false || isTaken, query }
}
