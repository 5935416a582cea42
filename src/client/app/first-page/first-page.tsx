import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { DrawFirstPage, FirstPage } from '#contract/site.first-page.ts'
import type { PostView } from '#contract/posts.ts'
import { DrawnFor } from '#client/features/account/data/viewer/viewer.store.ts'
import { showPost } from '#client/features/posts/data/shown-post.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { StillBlog } from '#client/features/blog/BlogPage.tsx'
import { NoDecree, StillDecree } from '#client/features/blog/DecreePage.tsx'
import { StillDrops } from '#client/features/posts/feed/NewestDrops.tsx'
import { StillFeed } from '#client/features/posts/feed/FeedPage.tsx'
import { StillHome } from '#client/features/posts/feed/HomePage.tsx'
import { FoundersPage } from '#client/features/site/founders/FoundersPage.tsx'
import { LandingPage } from '#client/features/site/landing/LandingPage.tsx'
import { LegalPageAt } from '#client/features/site/legal/LegalPages.tsx'
import { NoPostPage, StillPost } from '#client/features/posts/detail/PostPage.tsx'
import { NoProfile, StillProfile } from '#client/features/people/profile/ProfilePage.tsx'
import { AppLoading } from '../AppLoading.tsx'
import { QueryScope } from '../QueryScope.tsx'
import { Layout } from '../layout/Shell.tsx'
import { NotFoundPage } from '../pages/NotFoundPage.tsx'

/**
 * Draws a page for the server's first HTML, from the components that the page itself is made of: what stands
 * there before any script has run is what the page will show. Built beside the page (vite.config.ts); the
 * server loads the result and never these sources.
 */
export const drawFirstPage: DrawFirstPage = (page, path) =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <QueryScope>
        <Page page={page} />
      </QueryScope>
    </StaticRouter>,
  )

/** As visitors are shown it. */
const shown = ({ viewer: _, ...post }: PostView): ShownPost => showPost(post, undefined, undefined, null)

const shownTo =
  (viewerId: string) =>
  ({ viewer, ...post }: PostView): ShownPost =>
    showPost(post, { ...viewer, rev: post.rev }, undefined, viewerId)

const inShell = (page: ReactNode) => <Layout room="column" page={page} />

const Page = ({ page }: { page: FirstPage }): ReactNode => {
  switch (page.kind) {
    case 'landing':
      return <LandingPage drops={<StillDrops posts={page.posts} />} />
    case 'legal':
      return <LegalPageAt path={page.path} />
    case 'founders':
      return <FoundersPage />
    case 'feed':
      return inShell(<StillFeed posts={page.posts.map(shown)} />)
    case 'home':
      return (
        <DrawnFor value={page.viewer}>
          {inShell(
            <StillHome
              viewer={page.viewer}
              posts={page.posts.map(shownTo(page.viewer.id))}
              more={page.more}
            />,
          )}
        </DrawnFor>
      )
    case 'post':
      return inShell(<StillPost post={shown(page.post)} comments={page.comments} />)
    case 'profile':
      return inShell(<StillProfile profile={page.profile} posts={page.posts.map(shown)} />)
    case 'blog':
      return inShell(<StillBlog decrees={page.decrees} />)
    case 'decree':
      return inShell(<StillDecree decree={page.decree} />)
    case 'missing':
      return MISSING[page.what]
    case 'loading':
      return <AppLoading />
  }
}

const MISSING = {
  page: <NotFoundPage />,
  post: inShell(<NoPostPage />),
  user: inShell(<NoProfile />),
  decree: inShell(<NoDecree />),
} as const
