import { PAGE } from '#contract/limits.ts'
import type { PostView } from '#contract/posts.ts'
import type { ReplyView } from '#contract/comments.ts'
import { readCommentsBy } from './comments.list.ts'
import { presentComment } from './comments.present.ts'
import { mentionsBy } from '#server/features/posts/post-lists.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import { presentPost } from '#server/features/posts/posts.present.ts'
import { recordsOf } from '#server/features/posts/posts.store.ts'
import { ownReactions } from '#server/features/posts/reactions/own-reactions.service.ts'
import { personByHandle } from '#server/features/people/users/profiles.service.ts'
import { wholePage, type Range } from '#server/platform/cursor-pages.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type CommentRow = Awaited<ReturnType<typeof readCommentsBy>>[number]

/** A place in the merged list: a comment, or a post of the person's own. */
interface Row {
  at: number
  id: string
  postId: string
  comment: CommentRow['comment'] | null
}

/**
 * A person's comments and their posts that call somebody, newest first (DECISIONS row 8). Comments on posts
 * that the viewer does not meet are left out; only an empty page is the end. Throws 404 for nobody and for
 * who blocks the viewer.
 */
export async function readRepliesOf(
  viewer: Viewer | null,
  handle: string,
  cursor: string | undefined,
): Promise<ReplyView[]> {
  const { id } = await personByHandle(handle, viewer)
  if (!canSeePost(viewer, { authorId: id })) return []
  for (let before = cursor === undefined ? null : Date.parse(cursor); ;) {
    const { rows, end } = await wholePage((range) => readRows(id, range), before, PAGE.posts)
    const page = await hydrate(viewer, rows)
    if (page.length > 0 || end) return page
    before = rows.at(-1)!.at
  }
}

/** The heads of both lists as one. */
async function readRows(authorId: string, range: Range): Promise<Row[]> {
  const [comments, posts] = await Promise.all([
    readCommentsBy(authorId, range),
    mentionsBy(authorId).rows(range),
  ])
  const rows: Row[] = [
    ...comments.map(({ comment, at }) => ({
      at,
      id: comment._id.toHexString(),
      postId: comment.postId.toHexString(),
      comment,
    })),
    ...posts.map(({ id, at }) => ({ at, id, postId: id, comment: null })),
  ]
  rows.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
  return rows.slice(0, range.limit)
}

async function hydrate(viewer: Viewer | null, rows: readonly Row[]): Promise<ReplyView[]> {
  const posts = await postsOf(
    viewer,
    rows.map(({ postId }) => postId),
  )
  return rows.flatMap(({ id, at, postId, comment }) => {
    const post = posts.get(postId)
    return post
      ? [
          {
            id,
            createdAt: new Date(at).toISOString(),
            comment: comment && presentComment(comment, viewer),
            post,
          },
        ]
      : []
  })
}

async function postsOf(viewer: Viewer | null, ids: readonly string[]): Promise<Map<string, PostView>> {
  if (ids.length === 0) return new Map()
  const met = (await recordsOf([...new Set(ids)])).filter(({ authorId }) =>
    canSeePost(viewer, { authorId: authorId.toHexString() }),
  )
  const reacted = met.map(({ _id, reactions, reactionTotal }) => ({
    id: _id.toHexString(),
    listed: new Map(reactions.map(({ userId, emoji }) => [userId.toHexString(), emoji])),
    reactionTotal,
  }))
  const own = viewer ? await ownReactions(viewer.id, reacted) : new Map<string, never>()
  return new Map(
    met.map((post) => [
      post._id.toHexString(),
      presentPost(post, viewer, own.get(post._id.toHexString()) ?? null),
    ]),
  )
}
