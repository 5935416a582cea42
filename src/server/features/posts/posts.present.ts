import type { PostView, PostViewerState, PublicPostView } from '#contract/posts.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { PostDocument } from './posts.model.ts'
import { canDeletePost, canEditPost, canModeratePost } from './posts.policy.ts'

/** The post as everybody may see it: what pushes carry (LIVE L16). */
export function presentPublicPost(post: PostDocument): PublicPostView {
  const authorId = post.authorId.toHexString()
  return {
    id: post._id.toHexString(),
    text: post.text,
    authorId,
    author: { id: authorId, ...post.author },
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    mediaUrl: post.mediaUrl,
    mediaType: post.mediaType,
    altText: post.altText,
    contentWarn: post.contentWarn,
    nsfw: post.nsfw,
    reactions: post.reactions.map(({ emoji, userId }) => ({ emoji, userId: userId.toHexString() })),
    reactionCounts: post.reactionCounts,
    shareCount: post.shareCount,
    _count: { comments: post.commentCount, reactions: post.reactionTotal },
    rev: post.rev,
  }
}

/** What hangs on who is looking. */
export const presentPostViewerState = (
  post: Pick<PublicPostView, 'authorId'>,
  viewer: Viewer | null,
  reaction: PostViewerState['reaction'],
): PostViewerState => ({
  reaction,
  can: { edit: canEditPost(viewer, post), delete: canDeletePost(viewer, post), moderate: canModeratePost(viewer) },
})

/** The post as REST answers it. */
export const presentPost = (post: PostDocument, viewer: Viewer | null, reaction: PostViewerState['reaction']): PostView => {
  const view = presentPublicPost(post)
  return { ...view, viewer: presentPostViewerState(view, viewer, reaction) }
}
