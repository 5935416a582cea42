import { LIMITS } from '#contract/limits.ts'
import type { PostVersionView } from '#contract/posts.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { PostModel, type PostDocument, type PostRecord, type PostVersion } from './posts.model.ts'
import { visiblePost } from './posts.store.ts'

/** The texts that a post had before its edits, newest first. Throws 404 for a post that is not visible. */
export async function earlierVersions(viewer: Viewer | null, postId: string): Promise<PostVersionView[]> {
  await visiblePost(viewer, postId)
  return (await versionsOf(postId)).map(({ text, at }) => ({ text, at: at.toISOString() })).reverse()
}

/**
 * The versions of a post that is being edited, with its present text. Of many the first stays, so that nobody
 * can edit away what people reacted to.
 */
export async function versionsWith(tx: Transaction, post: PostRecord): Promise<PostVersion[]> {
  const present = { text: post.text, at: post.editedAt ?? post.createdAt }
  const [first = present, ...later] = await versionsOf(post._id.toHexString(), tx)
  if (first === present) return [first]
  return [first, ...[...later, present].slice(1 - LIMITS.postVersions)]
}

async function versionsOf(postId: string, tx?: Transaction): Promise<PostVersion[]> {
  const post = await PostModel.findById(postId, { versions: 1 })
    .session(tx?.session ?? null)
    .lean<Pick<PostDocument, 'versions'>>()
  return post?.versions ?? []
}
