import { BLOG_FEED } from '#contract/blog.constants.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { BRAND } from '#contract/brand.ts'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { PAGE } from '#contract/limits.ts'
import { seedArticles } from '#client/features/blog/data/blog.lists.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ListEnd } from '#client/features/posts/feed/ListEnd.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { ArticleSearch } from './ArticleSearch.tsx'
import { MailsSlot } from './mails/MailsSlot.tsx'
import { ArticleCard } from './ArticleCard.tsx'
import { WayBack } from './WayBack.tsx'
import { useArticles } from './useArticles.ts'
import { useSearchText } from './useSearchText.ts'
import { linkClass } from '#client/ui/TextLink.tsx'
import './Blog.css'

/** /blog: the published articles, newest first (product section 2, Blog). */
export const BlogPage = () => {
  const { typed, setTyped, q } = useSearchText()
  usePageTitle(TITLES['/blog'])
  return (
    <div className="s-blog">
      <Head />
      <ArticleSearch
        readOnly={useHydrating()}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Articles q={q} />
      <MailsSlot />
    </div>
  )
}

export const seedBlog = ({ decrees }: PageOf<'blog'>, _: unknown, askedAt: number): void =>
  seedArticles(decrees, askedAt)

const Head = () => {
  const isAdmin = useViewer()?.isAdmin ?? false
  return (
    <header className="s-blog-head">
      <WayBack to="/">Back to Kingdom</WayBack>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="me-auto text-3xl" tabIndex={-1}>
          {BRAND.blogName}
        </h1>
        {isAdmin && (
          <ButtonLink to="/blog-admin" size="sm">
            Manage Decrees
          </ButtonLink>
        )}
      </div>
      <p className="text-ink-soft">
        {DESCRIPTIONS['/blog']}{' '}
        <a className={linkClass('inline')} href={BLOG_FEED} type="application/rss+xml">
          RSS feed
        </a>
      </p>
    </header>
  )
}

const Articles = ({ q }: { q: string }) => {
  const { ids, loading, failed, readAgain, next } = useArticles('published', q)
  if (loading) return <BlogSkeleton />
  if (failed) return <ErrorState title="Failed to fetch posts" onRetry={readAgain} />
  if (ids.length === 0) {
    return (
      <EmptyState mascot="king" title="No Royal Decrees Found">
        {q ? 'No decrees match thy search.' : 'The royal archives are empty.'}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="s-articles">
        {ids.map((id, at) => (
          <ArticleCard key={id} id={id} isFirst={at === 0 && !q} />
        ))}
      </div>
      {ids.length >= PAGE.articles && <ListEnd {...next} />}
    </>
  )
}

/** Placeholder of two articles. */
const BlogSkeleton = () => (
  <SkeletonGroup label="Loading royal decrees..." visible className="s-articles">
    {[0, 1].map((at) => (
      <div key={at} className="s-article-card">
        <Skeleton shape="block" width="70%" height={28} />
        <Skeleton width="40%" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="60%" />
      </div>
    ))}
  </SkeletonGroup>
)
