import type { QueryClient } from '@tanstack/react-query'
import type { CommentOrder } from '#contract/comments.constants.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { ArrowLeft, House } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { postTitle } from '#contract/site.page-descriptions.ts'
import { NO_POST, TITLES } from '#contract/site.page-titles.ts'
import { seedPosts } from '#client/features/posts/data/posts.store.ts'
import { useOnePost } from '#client/features/posts/quote/useOnePost.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { Attendance } from '#client/features/analytics/Attendance.tsx'
import { Comments } from '#client/features/comments/Comments.tsx'
import { seedRoast } from '#client/features/comments/data/roast.store.ts'
import { seedThread } from '#client/features/comments/data/comments.lists.ts'
import { AboveFold } from '#client/features/media/FirstPicture.tsx'
import { PostCard } from '#client/features/posts/card/PostCard.tsx'
import { reactToPost } from '#client/features/posts/card/post-actions.ts'
import { shownReaction } from '#client/features/posts/data/reactions.store.ts'
import { CrowdControlSlot } from '#client/features/notifications/crowd-control/CrowdControlSlot.tsx'
import { PostCardSkeleton } from '#client/features/posts/card/PostCardSkeleton.tsx'
import { Link } from '#client/ui/Link.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { IconButton, iconButtonClass } from '#client/ui/IconButton.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Segmented, type Segment } from '#client/ui/Segmented.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import './PostPage.css'

/** /p/{postId}: the full post and its comments (product section 2, Post detail). */
export const PostPage = () => {
  const id = useParams()['postId'] ?? ''
  return (
    <>
      <Head id={id} />
      <Post key={id} id={id} />
    </>
  )
}

export function seedPost(
  { post, comments, roast }: PageOf<'post'>,
  client: QueryClient,
  askedAt: number,
): void {
  const viewerId = currentViewer()?.id ?? null
  seedPosts([post], askedAt)
  seedThread(post.id, comments, askedAt)
  client.setQueryData(['posts', viewerId, 'one', post.id], askedAt)
  seedRoast(post.id, roast, askedAt)
  client.setQueryData(['comments', viewerId, post.id, 'roast'], askedAt)
}

export const seedNoPost = (id: string, client: QueryClient, askedAt: number): void =>
  void client.setQueryData(['posts', currentViewer()?.id ?? null, 'one', id], askedAt)

const Head = ({ id }: { id: string }) => {
  const goBack = useGoBack()
  return (
    <div className="s-post-bar">
      <IconButton label="Back" icon={<ArrowLeft />} tooltip="bottom" onClick={goBack} />
      <h1 className="s-post-bar-title">Post</h1>
      <Attendance id={id} />
      <Link
        to="/"
        aria-label="Home"
        data-tooltip="Home"
        data-tooltip-side="bottom"
        className={iconButtonClass({})}
      >
        <House />
      </Link>
    </div>
  )
}

/** Back to the previous page; home for a person who came from outside. */
function useGoBack(): () => void {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return useCallback(() => void (isFirst ? navigate('/') : navigate(-1)), [isFirst, navigate])
}

const Post = ({ id }: { id: string }) => {
  const { post, query } = useOnePost(id)
  const goBack = useGoBack()
  const [order, setOrder] = useState<CommentOrder>('newest')
  // Only then it is known whether the viewer has reacted before.
  useResumedAct('react', id, post !== undefined && post.can !== null, ({ emoji }) => {
    if (shownReaction(id) !== emoji) void reactToPost(id, emoji)
  })
  const viewer = useViewer()
  usePageTitle(post ? postTitle(post) : TITLES['/p/:postId'])
  if (post) {
    return (
      <>
        {viewer?.id === post.authorId && <CrowdControlSlot postId={id} />}
        <AboveFold value>
          <PostCard id={id} place="page" onGone={goBack} />
        </AboveFold>
        <CommentsTitle count={post._count.comments} order={order} onOrder={setOrder} />
        <Comments postId={id} order={order} withRoast className="s-post-page-comments" />
      </>
    )
  }
  if (query.isPending) return <Loading />
  if (query.isError) return <ErrorState title="Failed to fetch posts" query={query} />
  return (
    <>
      {/* Its author may have hidden it. */}
      {viewer && <CrowdControlSlot postId={id} />}
      <NotFound />
    </>
  )
}

interface CommentsTitleProps {
  count: number
  order: CommentOrder
  onOrder: (order: CommentOrder) => void
}

const CommentsTitle = ({ count, order, onOrder }: CommentsTitleProps) => (
  <div className="s-post-page-title">
    <h2>Comments {count > 0 && <Num value={count} className="s-post-page-count" />}</h2>
    {count > 1 && <Segmented label="Order of comments" options={ORDERS} value={order} onChange={onOrder} />}
  </div>
)

const ORDERS: readonly Segment<CommentOrder>[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'first', label: 'Oldest' },
  { value: 'most', label: 'Top' },
]

const Loading = () => (
  <SkeletonGroup label="Loading post...">
    <PostCardSkeleton lines={3} />
  </SkeletonGroup>
)

const NotFound = () => (
  <EmptyState
    mascot="guard"
    title={NO_POST}
    action={
      <ButtonLink to="/" variant="primary">
        Back to the palace
      </ButtonLink>
    }
  >
    It was flushed, or it was never here.
  </EmptyState>
)
