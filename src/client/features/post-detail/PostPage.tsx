import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, House } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import '#client/entities/posts/posts.live.ts'
import { openPost, postWatched, refreshPost } from '#client/entities/posts/posts.sync.ts'
import { useShownPost } from '#client/entities/posts/shown-post.ts'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { Comments } from '#client/features/comments/Comments.tsx'
import { PostCard } from '#client/features/post-card/PostCard.tsx'
import { PostCardSkeleton } from '#client/features/post-card/PostCardSkeleton.tsx'
import { cutText } from '#client/features/post-card/short-text.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import { buttonClass } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Num } from '#client/ui/Num.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import './PostPage.css'

/** /p/{postId}: the full post and its comments (product section 2, Post detail). */
export const PostPage = () => {
  const id = useParams()['postId'] ?? ''
  return (
    <>
      <Head />
      <Post key={id} id={id} />
    </>
  )
}

const Head = () => {
  const goBack = useGoBack()
  return (
    <div className="rf-post-bar">
      <IconButton label="Back" icon={<ArrowLeft />} tooltip="bottom" onClick={goBack} />
      <h1 className="rf-post-bar-title">Post</h1>
      <Link to="/" aria-label="Home" data-tooltip="Home" data-tooltip-side="bottom" className={buttonClass({ variant: 'ghost' }, 'rf-icon-button')}>
        <House />
      </Link>
    </div>
  )
}

/** Back to where one came from; whoever came from outside goes home. */
function useGoBack(): () => void {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return useCallback(() => void (isFirst ? navigate('/') : navigate(-1)), [isFirst, navigate])
}

const Post = ({ id }: { id: string }) => {
  const viewerId = useViewer()?.id ?? null
  const { isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['posts', viewerId, 'one', id],
    // The record lives in the store; one that is gone is simply not there.
    queryFn: () => refreshPost(id).then(() => Date.now()),
    staleTime: 0,
  })
  const post = useShownPost(id)
  const goBack = useGoBack()
  usePageTitle(post ? `${post.author.displayName}: ${cutText(post.text, LIMITS.metaTitle)}` : 'Post')
  useEffect(() => openPost(id), [id])
  useWatchPosts([id], postWatched)
  if (post) {
    return (
      <>
        <PostCard id={id} place="page" onGone={goBack} />
        <h2 className="rf-post-page-title">
          Comments {post._count.comments > 0 && <Num value={post._count.comments} className="rf-post-page-count" />}
        </h2>
        <Comments postId={id} className="rf-post-page-comments" />
      </>
    )
  }
  if (isPending) return <Loading />
  if (isError) return <ErrorState title="Failed to fetch posts" onRetry={() => void refetch()} retrying={isFetching} />
  return <NotFound />
}

const Loading = () => (
  <SkeletonGroup label="Loading post...">
    <PostCardSkeleton lines={3} />
  </SkeletonGroup>
)

const NotFound = () => (
  <EmptyState
    mascot="guard"
    title="Post not found"
    action={
      <ButtonLink to="/" variant="primary">
        Back to the palace
      </ButtonLink>
    }
  >
    It was flushed, or it was never here.
  </EmptyState>
)
