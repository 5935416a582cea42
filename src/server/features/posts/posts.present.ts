import type { PostView, PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { presentLinkCard } from '#server/features/media/link-cards/link-cards.present.ts'
import { presentFurther } from '#server/features/media/media-attached.ts'
import { presentMedia } from '#server/features/media/media.present.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { PostRecord } from './posts.model.ts'
import { canDeletePost, canEditPost, canModeratePost } from './posts.policy.ts'

/**
 * A post without the viewer's part: pushes carry the same bytes to everybody (LIVE L16). `reactions` comes
 * last, so that serialised posts can be cached with an open end: see cached-posts.
 */
export function presentPublicPost(post: PostRecord): PublicPostView {
  const authorId = post.authorId.toHexString()
  return {
    id: post._id.toHexString(),
    text: post.text,
    authorId,
    author: {
      id: authorId,
      handle: post.author.handle,
      displayName: post.author.displayName,
      avatarUrl: post.author.avatarUrl,
    },
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    mediaUrl: post.mediaUrl,
    mediaType: post.mediaType,
    media: post.media ? presentMedia(post.media) : null,
    altText: post.altText,
    ...presentFurther(post),
    contentWarn: post.contentWarn,
    nsfw: post.nsfw,
    ...(post.quotedId && { quotedId: post.quotedId.toHexString() }),
    ...(post.poll && { poll: { ...post.poll, endsAt: post.poll.endsAt.toISOString() } }),
    ...(post.dial && { dial: post.dial }),
    ...(post.plunger && Object.keys(post.plunger.rules).length > 0 && { plunger: post.plunger.rules }),
    ...(post.linkCard && { linkCard: presentLinkCard(post.linkCard) }),
    ...(post.hidePreview && { hidePreview: true as const }),
    reactionCounts: post.reactionCounts,
    shareCount: post.shareCount,
    _count: { comments: post.commentCount, reactions: post.reactionTotal },
    rev: post.rev,
    reactions: post.reactions.map(({ emoji, userId }) => ({ emoji, userId: userId.toHexString() })),
  }
}

/** The post without the reactions of people who have a block with the receiver. The counts stay. */
export function withoutReactionsOf<P extends PublicPostView>(post: P, people: ReadonlySet<string>): P {
  if (people.size === 0 || !post.reactions.some(({ userId }) => people.has(userId))) return post
  return { ...post, reactions: post.reactions.filter(({ userId }) => !people.has(userId)) }
}

/** What the viewer may do with a post. */
export const presentPostRights = (
  post: Pick<PublicPostView, 'authorId'>,
  viewer: Viewer | null,
): PostViewerState['can'] => ({
  edit: canEditPost(viewer, post),
  delete: canDeletePost(viewer, post),
  moderate: canModeratePost(viewer),
})

const NOBODY: ReadonlySet<string> = new Set()

/** A post as REST answers it: the viewer's own reaction is always in the list (DECISIONS row 12). */
export function presentPost(
  post: Visible<PostRecord>,
  viewer: Viewer | null,
  reaction: ReactionEmoji | null,
): PostView {
  const view = withoutReactionsOf(presentPublicPost(post), viewer?.blocked ?? NOBODY)
  const isListed = !viewer || !reaction || view.reactions.some(({ userId }) => userId === viewer.id)
  const reactions = isListed ? view.reactions : [...view.reactions, { emoji: reaction, userId: viewer.id }]
  return { ...view, reactions, viewer: { reaction, can: presentPostRights(view, viewer) } }
}
