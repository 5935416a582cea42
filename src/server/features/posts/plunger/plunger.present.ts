import { postBrief } from '#contract/notifications.briefs.ts'
import type { PlungerView } from '#contract/posts.plunger.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import type { PlungerState, PostRecord } from '../posts.model.ts'
import { presentPublicPost } from '../posts.present.ts'

type Figures = Pick<PostRecord, 'commentCount' | 'reactionTotal'>

/** What a post has got since its Plunger Mode began; less than nothing, when more was taken back, is nothing. */
export const figuresSince = (
  { commentCount, reactionTotal }: Figures,
  { before }: PlungerState,
): Pick<PlungerView, 'comments' | 'reactions'> => ({
  comments: Math.max(0, commentCount - before.comments),
  reactions: Math.max(0, reactionTotal - before.reactions),
})

/** Plunger Mode for the author of the post. `rev`: of the tombstone, while the post is hidden. */
export const presentPlunger = (
  post: PostRecord,
  plunger: PlungerState,
  rev: number = post.rev,
): PlungerView => ({
  id: post._id.toHexString(),
  rev,
  text: postBrief(presentPublicPost(post)).text,
  startedAt: plunger.startedAt.toISOString(),
  endsAt: plunger.endsAt.toISOString(),
  ...figuresSince(post, plunger),
  rules: plunger.rules,
  hidden: plunger.hidden ?? false,
})

/** The notices about a post that are not held back: in Plunger Mode its author gets none of them. */
export const withoutHeldBack = (post: PostRecord, notices: readonly Notice[]): Notice[] =>
  post.plunger ? notices.filter(({ userId }) => userId !== post.authorId.toHexString()) : [...notices]
