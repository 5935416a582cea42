import { Share2 } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactionEmoji } from '#contract/posts.ts'
import {
  loadReactions,
  toggleArticleReaction,
  useArticleReactions,
} from '#client/features/blog/data/blog.reactions.store.ts'
import { ReactionBar } from '#client/features/writing/emoji/ReactionBar.tsx'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { runWrite } from '#client/live/use-write.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import type { BlogPostView } from '#contract/blog.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { BRAND } from '#contract/brand.ts'
import { NO_ARTICLE } from '#contract/site.page-titles.ts'
import { loadArticle } from '#client/features/blog/data/blog.actions.ts'
import { applyArticle, useArticleAt } from '#client/features/blog/data/blog.store.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
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
import { ArticleText } from './ArticleText.tsx'
import { MailsSlot } from './mails/MailsSlot.tsx'
import { WayBack } from './WayBack.tsx'
import { shareArticle } from './share-article.ts'
import { useWatchedQuery, type Asked } from '#client/live/use-watched-query.ts'
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

/** Whether there is an article at an address. */
type Answer = Asked<boolean>

export function seedArticle({ decree }: PageOf<'decree'>, client: QueryClient, askedAt: number): void {
  applyArticle(decree)
  client.setQueryData<Answer>(articleKey(null, decree.slug), { answer: true, askedAt })
}

export const seedNoArticle = (slug: string, client: QueryClient, askedAt: number): void =>
  void client.setQueryData<Answer>(articleKey(null, slug), { answer: false, askedAt })

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

async function react(id: string, emoji: ReactionEmoji): Promise<void> {
  if (!currentViewer())
    return askToLogIn('Please log in to react to decrees.', { act: { kind: 'react-to-decree', id, emoji } })
  await runWrite({
    write: () => toggleArticleReaction(id, emoji),
    failed: { title: 'Reaction failed', fallback: 'Failed to react to decree' },
  })
}

/** The reactions to a published article, live. */
const ArticleReactions = ({ id }: { id: string }) => {
  const viewerId = useViewer()?.id ?? null
  useWatchedQuery({
    of: { topic: 'blog' },
    name: 'article reactions',
    queryKey: ['article reactions', viewerId, id],
    read: (signal) => loadReactions(id, signal),
  })
  const { counts, own, known } = useArticleReactions(id)
  useResumedAct('react-to-decree', id, known, ({ emoji }) => {
    if (own !== emoji) void react(id, emoji)
  })
  const onReact = useCallback((emoji: ReactionEmoji) => void react(id, emoji), [id])
  return <ReactionBar counts={counts} own={own} onReact={onReact} />
}

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
  // An admin may read what is not published.
  const query = useWatchedQuery({
    of: { topic: viewer?.isAdmin ? 'decrees' : 'blog' },
    name: 'article',
    queryKey: articleKey(viewerId, slug),
    read: async (signal) => {
      try {
        await loadArticle(slug, signal)
        return true
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return false
        throw error
      }
    },
  })
  // It was deleted or hidden while it was being read.
  const isTaken = query.data?.answer && !query.isFetching && !article
  return { article, isLost: query.data?.answer === false || isTaken, query }
}
