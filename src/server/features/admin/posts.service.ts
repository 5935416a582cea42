import type { AdminPostsQuery, AdminPostView } from '#contract/admin.ts'
import { PAGE } from '#contract/limits.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { newestPosts } from '#server/features/posts/post-lists.ts'
import { postsMatching } from '#server/features/posts/search/post-search.ts'
import { presentPublicPost } from '#server/features/posts/posts.present.ts'
import { changeVisible } from '#server/features/posts/posts.service.ts'
import { changePost, recordsOf, type PostRecord } from '#server/features/posts/posts.store.ts'
import { wholePage } from '#server/platform/cursor-pages.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'

const presentAdminPost = (record: PostRecord): AdminPostView => {
  const { id, text, mediaUrl, nsfw, author, createdAt, _count, rev } = presentPublicPost(record)
  return { id, text, mediaUrl, nsfw, author, createdAt, _count, rev }
}

/**
 * A page of all posts, newest first; with `q` those with its words. Skeleton, hydrate, present: blocks do not
 * apply to admins.
 */
export async function adminPosts({ q = '', cursor }: AdminPostsQuery): Promise<AdminPostView[]> {
  const list = q.trim() === '' ? newestPosts : postsMatching(q)
  if (!list) return []
  const { rows } = await wholePage(list.skeleton, cursor ? Date.parse(cursor) : null, PAGE.rows)
  const posts = await hydrate(rows.map(({ id }) => id))
  return rows.flatMap(({ id }) => posts.get(id) ?? []).map(presentAdminPost)
}

const hydrate = async (ids: readonly string[]): Promise<Map<string, PostRecord>> =>
  new Map((await recordsOf(ids)).map((post) => [post._id.toHexString(), post]))

/** Sets or removes a post's NSFW mark; may run again. Throws 404. */
export async function setNsfw(viewer: Viewer, postId: string, nsfw: boolean): Promise<AdminPostView> {
  const post = await changeVisible(null, postId, async (tx, current) => {
    if (current.nsfw === nsfw) return current
    await recordAdminAction(tx, {
      admin: viewer,
      action: 'post.nsfw',
      target: { type: 'post', id: postId },
      before: { nsfw: current.nsfw },
      after: { nsfw },
    })
    return changePost(tx, postId, { $set: { nsfw, updatedAt: clock.date() } })
  })
  return presentAdminPost(post)
}
