import type { PublicPostView } from '#contract/posts.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Owned = Pick<PublicPostView, 'authorId'>

/** Only the author can edit a post. */
export const canEditPost = (viewer: Viewer | null, post: Owned): boolean => viewer?.id === post.authorId
/** The author and admins can delete a post. */
export const canDeletePost = (viewer: Viewer | null, post: Owned): boolean =>
  canEditPost(viewer, post) || canModeratePost(viewer)
export const canModeratePost = (viewer: Viewer | null): boolean => viewer?.isAdmin ?? false
/** With a block between two people, neither can see the other's posts. */
export const canSeePost = (viewer: Viewer | null, post: Owned): boolean => !viewer?.blocked.has(post.authorId)
