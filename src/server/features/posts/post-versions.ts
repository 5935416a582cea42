import type { TextVersionView } from '#contract/primitives.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { presentVersions, withVersion, type TextVersion } from '#server/shared/text-versions.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { PostModel, type PostDocument, type PostRecord } from './posts.model.ts'
import { visiblePost } from './posts.store.ts'

/** The texts that a post had before its edits, newest first. Throws 404 for a post that is not visible. */
export async function earlierVersions(viewer: Viewer | null, postId: string): Promise<TextVersionView[]> {
  await visiblePost(viewer, postId)
  return presentVersions(await versionsOf(postId))
}

/** The versions of a post that is being edited, with its present text. */
export async function versionsWith(tx: Transaction, post: PostRecord): Promise<TextVersion[]> {
  const present = { text: post.text, at: post.editedAt ?? post.createdAt }
  return withVersion(await versionsOf(post._id.toHexString(), tx), present)
}

async function versionsOf(postId: string, tx?: Transaction): Promise<TextVersion[]> {
  const post = await PostModel.findById(postId, { versions: 1 })
    .session(tx?.session ?? null)
    .lean<Pick<PostDocument, 'versions'>>()
  return post?.versions ?? []
}
