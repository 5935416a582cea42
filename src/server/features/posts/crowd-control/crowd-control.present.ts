import { postBrief } from '#contract/notifications.briefs.ts'
import type { CrowdControlView } from '#contract/posts.crowd-control.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import type { CrowdControlState, PostRecord } from '../posts.model.ts'
import { presentPublicPost } from '../posts.present.ts'

type Figures = Pick<PostRecord, 'commentCount' | 'reactionTotal'>

/** What a post has got since its crowd control began; less than nothing, when more was taken back, is nothing. */
export const figuresSince = (
  { commentCount, reactionTotal }: Figures,
  { before }: CrowdControlState,
): Pick<CrowdControlView, 'comments' | 'reactions'> => ({
  comments: Math.max(0, commentCount - before.comments),
  reactions: Math.max(0, reactionTotal - before.reactions),
})

/** Crowd control for the author of the post. `rev`: of the tombstone, while the post is hidden. */
export const presentCrowdControl = (
  post: PostRecord,
  crowdControl: CrowdControlState,
  rev: number = post.rev,
): CrowdControlView => ({
  id: post._id.toHexString(),
  rev,
  text: postBrief(presentPublicPost(post)).text,
  startedAt: crowdControl.startedAt.toISOString(),
  endsAt: crowdControl.endsAt.toISOString(),
  ...figuresSince(post, crowdControl),
  rules: crowdControl.rules,
  hidden: crowdControl.hidden ?? false,
})

/** The notices about a post that are not held back: under crowd control its author gets none of them. */
export const withoutHeldBack = (post: PostRecord, notices: readonly Notice[]): Notice[] =>
  post.plunger ? notices.filter(({ userId }) => userId !== post.authorId.toHexString()) : [...notices]
