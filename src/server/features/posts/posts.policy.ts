import type { PublicPostView } from '#contract/posts.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Owned = Pick<PublicPostView, 'authorId'>

/** Only its author rewords a post. */
export const canEditPost = (viewer: Viewer | null, post: Owned): boolean => viewer?.id === post.authorId
/** The author and admins take it down. */
export const canDeletePost = (viewer: Viewer | null, post: Owned): boolean =>
  canEditPost(viewer, post) || canModeratePost(viewer)
export const canModeratePost = (viewer: Viewer | null): boolean => viewer?.isAdmin ?? false
/** Blocked people do not meet each other's posts; to them it does not exist. */
export const canSeePost = (viewer: Viewer | null, post: Owned): boolean => !viewer?.blocked.has(post.authorId)
