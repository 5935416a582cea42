import type { PublicPostView } from '#contract/posts.ts'
import { withoutReactionsOf } from '#server/features/posts/posts.present.ts'
import { reactionHiders } from '../audience.ts'
import { exclusionBy } from '../rooms/hidden-people.ts'
import type { LiveServer } from '../sockets.ts'

/** Sockets that get the same posts with the same reactions. */
interface Part {
  ids: readonly string[]
  posts: PublicPostView[]
}

/**
 * Groups sockets of this process by the reactions that a block hides from them (LIVE L23). Usually none are
 * hidden: then there is one group, and the posts are serialised once.
 */
export function byHiddenReactors(
  io: LiveServer,
  ids: readonly string[],
  posts: readonly PublicPostView[],
): Part[] {
  const reactors = new Set(posts.flatMap(({ reactions }) => reactions.map(({ userId }) => userId)))
  const concerned = [...reactors].flatMap((id) => {
    const isHidden = exclusionBy(io, reactionHiders(id))
    return isHidden ? { id, isHidden } : []
  })
  if (concerned.length === 0) return [{ ids, posts: [...posts] }]
  const parts = new Map<string, { ids: string[]; hidden: Set<string> }>()
  for (const socket of ids) {
    const hidden = concerned.filter(({ isHidden }) => isHidden(socket)).map(({ id }) => id)
    const part = parts.get(hidden.join()) ?? { ids: [], hidden: new Set(hidden) }
    part.ids.push(socket)
    parts.set(hidden.join(), part)
  }
  return [...parts.values()].map(({ ids: members, hidden }) => ({
    ids: members,
    posts: posts.map((post) => withoutReactionsOf(post, hidden)),
  }))
}
