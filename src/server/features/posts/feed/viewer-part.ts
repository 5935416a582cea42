import type { PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { toCachedPost, type CachedPost } from '#server/features/posts/cached-posts.ts'
import { presentPostRights, withoutReactionsOf } from '#server/features/posts/posts.present.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** The viewer's parts of all posts: by reaction and rights there are few, so each is made once. */
const closings = new Map<string, Buffer>()

function closing(state: PostViewerState): Buffer {
  const { reaction, can } = state
  const key = `${reaction}${can.edit}${can.delete}${can.moderate}`
  const known = closings.get(key) ?? Buffer.from(`],"viewer":${JSON.stringify(state)}}`)
  closings.set(key, known)
  return known
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer]

/** People in a post's list of reactions who have a block between them and the viewer. */
export const hiddenReactors = (post: CachedPost, viewer: Viewer | null): string[] =>
  viewer && viewer.blocked.size > 0 ? [...post.listed.keys()].filter((id) => viewer.blocked.has(id)) : []

/** Whether a viewer without a reaction to this post gets the bytes of a visitor, who has no rights. */
export function isSameForVisitors(post: CachedPost, viewer: Viewer): boolean {
  const can = presentPostRights(post, viewer)
  return !can.edit && !can.delete && !can.moderate && hiddenReactors(post, viewer).length === 0
}

/** The cached post; a copy without some reactions for the few viewers with a block. */
function visibleTo(post: CachedPost, viewer: Viewer | null): CachedPost {
  const hidden = hiddenReactors(post, viewer)
  if (hidden.length === 0) return post
  return toCachedPost(
    withoutReactionsOf(JSON.parse(`${post.open.toString()}]}`) as PublicPostView, new Set(hidden)),
  )
}

/** A post for this viewer: the cached part, their own reaction when the list lacks it, and their rights. */
function parts(neutral: CachedPost, viewer: Viewer | null, reaction: ReactionEmoji | null): Buffer[] {
  const post = visibleTo(neutral, viewer)
  const end = closing({ reaction, can: presentPostRights(post, viewer) })
  if (!viewer || !reaction || post.listed.has(viewer.id)) return [post.open, end]
  const own = JSON.stringify({ emoji: reaction, userId: viewer.id })
  return [post.open, Buffer.from(post.listed.size > 0 ? `,${own}` : own), end]
}

export type Own = ReadonlyMap<string, ReactionEmoji>

/** A post as JSON. */
export const postJson = (post: Visible<CachedPost>, viewer: Viewer | null, own: Own): Buffer =>
  Buffer.concat(parts(post, viewer, own.get(post.id) ?? null))

/** A page of posts as JSON. */
export function pageJson(posts: readonly Visible<CachedPost>[], viewer: Viewer | null, own: Own): Buffer {
  const pieces: Buffer[] = [OPEN]
  for (const post of posts) {
    if (pieces.length > 1) pieces.push(COMMA)
    pieces.push(...parts(post, viewer, own.get(post.id) ?? null))
  }
  pieces.push(CLOSE)
  return Buffer.concat(pieces)
}
