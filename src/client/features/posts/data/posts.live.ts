import { onLive, onReset, onResync } from '#client/live/registry.ts'
import '#client/features/people/data/relations/relations.live.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { announceDrops, forgetPostLists, topOf } from './post-lists.store.ts'
import { forgetOverlay } from './posts.overlay.ts'
import { forgetPostsOutbox, welcomeOwnPost } from './posts.outbox.ts'
import { buryPost, forgetPosts, holdPosts, takeOwnReaction, takePublicPosts } from './posts.store.ts'
import { catchUp, forgetClosedLists, postsInUse, resyncPosts } from './posts.sync.ts'

const viewerId = () => currentViewer()?.id ?? null

onLive('post:created', ({ topic, posts, more }) => {
  takePublicPosts(posts, viewerId())
  for (const post of posts) if (post.authorId === viewerId()) welcomeOwnPost(post.id)
  announceDrops(
    topic,
    posts.filter(({ authorId }) => authorId !== viewerId()).map(({ id }) => id),
  )
  // A list that will be read anew anyway needs no more news.
  if (more > 0 && !topOf(topic).gap) void catchUp(topic).catch(nextResyncWill)
})
onLive('post:updated', ({ post }) => takePublicPosts([post], viewerId()))
onLive('post:deleted', buryPost)
onLive('post:reacted', ({ postId, emoji, rev }) => takeOwnReaction(postId, emoji, rev))

onResync('posts', resyncPosts)

onReset(() => {
  forgetPosts()
  forgetPostLists()
  forgetClosedLists()
  forgetPostsOutbox()
  forgetOverlay()
})

holdPosts(postsInUse)

// The pill then counts what it knows of; what it does not know of comes with the next head that is read.
function nextResyncWill(): void {}
