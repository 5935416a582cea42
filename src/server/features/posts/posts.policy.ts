import { MESSAGES } from '#contract/errors.ts'
import type { PublicPostView } from '#contract/posts.ts'
import {
  hiddenFrom,
  sees,
  type HiddenFrom,
  type Rule,
  type Visible,
} from '#server/features/people/relations/relations.policy.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Owned = Pick<PublicPostView, 'authorId'>
/** A view, or a record of the store. */
type Authored = Readonly<{ authorId: string | { toHexString(): string } }>

/** Only the author can edit a post. */
export const canEditPost = (viewer: Viewer | null, post: Owned): boolean => viewer?.id === post.authorId
/** The author and admins can delete a post. */
export const canDeletePost = (viewer: Viewer | null, post: Owned): boolean =>
  canEditPost(viewer, post) || canModeratePost(viewer)
export const canModeratePost = (viewer: Viewer | null): boolean => viewer?.isAdmin ?? false

/**
 * Who may see a post. With a block between two people, neither can see the other's posts. Lists also leave out the posts
 * of muted people, which a link and the person's profile show.
 */
const RULES = {
  opened: [['authorId', 'blocked']],
  listed: [
    ['authorId', 'blocked'],
    ['authorId', 'muted'],
  ],
} satisfies Record<string, Rule<'authorId'>>

/** Where a post is shown. */
export type PostPlace = keyof typeof RULES

export const canSeePost = <Post extends Authored>(
  viewer: Viewer | null,
  post: Post,
  place: PostPlace = 'opened',
): post is Visible<Post> => sees(viewer, RULES[place] as Rule<'authorId'>, post)

/** Those of these posts that the viewer sees; the same list if it is all of them. */
export const visiblePosts = <Post extends Authored>(
  viewer: Viewer | null,
  posts: readonly Post[],
  place: PostPlace,
): readonly Visible<Post>[] => {
  const passes = (post: Post): post is Visible<Post> => canSeePost(viewer, post, place)
  return posts.every(passes) ? posts : posts.filter(passes)
}

/** The post, if there is one that the viewer sees; else 404. */
export function visibleOr404<Post extends Authored>(
  viewer: Viewer | null,
  post: Post | null | undefined,
): Visible<Post> {
  if (!post || !canSeePost(viewer, post)) throw notFound(MESSAGES.postNotFound)
  return post
}

/** The same rule for pushes. */
export const postHiddenFrom = (post: Owned, place: PostPlace): HiddenFrom<'post'> =>
  hiddenFrom(RULES[place] as Rule<'authorId'>, post)

/** Who does not see somebody's reaction to a post (LIVE L23). */
export const reactionHiddenFrom = (userId: string): HiddenFrom<'post'> =>
  hiddenFrom(RULES.opened as Rule<'authorId'>, { authorId: userId })
