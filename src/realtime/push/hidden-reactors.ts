import type { PublicPostView } from '#contract/posts.ts'
import { reactionHiddenFrom } from '#server/features/posts/posts.policy.ts'
import { withoutReactionsOf } from '#server/features/posts/posts.present.ts'
import type { Receiver } from '../audience.ts'
import { groupsBy } from '../rooms/hidden-people.ts'
import type { LiveServer } from '../sockets.ts'

/** Sockets that get the same posts with the same reactions. */
interface Part {
  ids: readonly Receiver<'post'>[]
  posts: PublicPostView[]
}

/** Groups sockets of this process by the reactions that a block hides from them (LIVE L23). */
export function byHiddenReactors(
  io: LiveServer,
  ids: readonly Receiver<'post'>[],
  posts: readonly PublicPostView[],
): Part[] {
  const reactors = new Set(posts.flatMap(({ reactions }) => reactions.map(({ userId }) => userId)))
  const rules = [...reactors].map((id) => [id, reactionHiddenFrom(id)] as const)
  return groupsBy(io, ids, rules).map(({ ids: members, hidden }) => ({
    ids: members,
    posts: posts.map((post) => withoutReactionsOf(post, hidden)),
  }))
}
