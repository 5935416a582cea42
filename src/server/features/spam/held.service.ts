import { trusted } from 'mongoose'
import type { HeldWritingView } from '#contract/house.ts'
import { PAGE } from '#contract/limits.ts'
import { CreateCommentInput, CreatePostInput } from '#contract/posts.ts'
import { recordAdminAction } from '#server/features/audit/audit.service.ts'
import { createComment } from '#server/features/comments/comments.service.ts'
import { createPost } from '#server/features/posts/posts.service.ts'
import { loadActors } from '#server/features/users/actors.service.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import type { Erase } from '#server/platform/departed.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { HeldModel, type HeldDocument } from './held.model.ts'
import { presentHeld } from './held.present.ts'
import { forgetWritings } from './recent-writings.ts'

/** What was not let through, newest first. */
export async function listHeld(cursor?: string): Promise<HeldWritingView[]> {
  const rows = await HeldModel.find(cursor ? { _id: trusted({ $lt: cursor }) } : {}).hint({ _id: 1 }).sort({ _id: -1 }).limit(PAGE.admin).lean<HeldDocument[]>()
  const authors = await loadActors(rows.map(({ authorId }) => authorId.toHexString()))
  return rows.map((row) => presentHeld(row, authors.get(row.authorId.toHexString()) ?? null))
}

/** An admin lets it through: it appears as its author wrote it, now. Throws 404 when it is gone, or its author or post. */
export const releaseHeld = (admin: Viewer, id: string): Promise<void> =>
  oneAtATime(`held:${id}`, async () => {
    const held = await HeldModel.findById(id).lean<HeldDocument>()
    if (!held) throw notFound()
    if (!held.input) throw badRequest()
    const author = await loadViewer(held.authorId.toHexString())
    if (!author) throw notFound()
    // Should the process stop after this, the next release finds it written: the clientId, or what is held, is the same.
    await write(author, held, held.input)
    await takeAway(admin, held, 'held.release')
  })

async function write(author: Viewer, { kind, postId }: HeldDocument, input: Record<string, unknown>): Promise<void> {
  if (kind === 'post') await createPost(author, CreatePostInput.parse(input), { released: true })
  else if (postId) await createComment(author, postId, CreateCommentInput.parse(input), { released: true })
}

/** An admin throws it away. Throws 404 when it is gone already. */
export async function dropHeld(admin: Viewer, id: string): Promise<void> {
  const held = await HeldModel.findById(id).lean<HeldDocument>()
  if (!held) throw notFound()
  await takeAway(admin, held, 'held.drop')
}

const takeAway = (admin: Viewer, { _id, kind, score, rev }: HeldDocument, action: 'held.release' | 'held.drop') =>
  transact(async (tx) => {
    const { deletedCount } = await HeldModel.deleteOne({ _id }, { session: tx.session })
    if (deletedCount === 0) throw notFound()
    await recordAdminAction(tx, { admin, action, target: { type: 'house', id: null }, before: { kind, score }, after: null })
    tx.emit('held:deleted', { id: _id.toHexString(), rev: rev + 1 })
  })

/** What was not let through goes with its author. */
export const eraseHeld: Erase = async ({ id }) => {
  await forgetWritings(id)
  for await (const { _id, rev } of HeldModel.find({ authorId: id }, { rev: 1 }).lean().cursor()) {
    await transact(async (tx) => {
      await HeldModel.deleteOne({ _id }, { session: tx.session })
      tx.emit('held:deleted', { id: _id.toHexString(), rev: rev + 1 })
    })
  }
}
