import { trusted } from 'mongoose'
import type { HeldWritingView } from '#contract/house.ts'
import { PAGE } from '#contract/limits.ts'
import { CreateCommentInput, CreatePostInput } from '#contract/posts.ts'
import { guardsDecided } from '#contract/spam.facts.ts'
import type { WaitingView } from '#contract/waiting.ts'
import { recordAdminAction } from '#server/features/audit/audit.service.ts'
import { releaseComment } from '#server/features/comments/comments.service.ts'
import { releasePost } from '#server/features/posts/posts.service.ts'
import { notifyFromHouse } from '#server/features/notifications/house-notices.ts'
import { loadActors } from '#server/features/users/actors.service.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import type { Erase } from '#server/platform/departed.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { HeldModel, type HeldDocument } from './held.model.ts'
import { forgetPrint } from './house-prints.ts'
import { presentHeld, presentWaiting } from './held.present.ts'
import { housePrint } from './prints.ts'
import { forgetWritings } from './recent-writings.ts'

/** What was not let through, newest first. */
export async function listHeld(cursor?: string): Promise<HeldWritingView[]> {
  const rows = await HeldModel.find(cursor ? { _id: trusted({ $lt: cursor }) } : {}).hint({ _id: 1 }).sort({ _id: -1 }).limit(PAGE.admin).lean<HeldDocument[]>()
  const authors = await loadActors(rows.map(({ authorId }) => authorId.toHexString()))
  return rows.map((row) => presentHeld(row, authors.get(row.authorId.toHexString()) ?? null))
}

/** An admin lets it through: it appears as its author wrote it, now, and they are told. Throws 404 when it is gone, or its author or post. */
export const releaseHeld = (admin: Viewer, id: string): Promise<void> =>
  oneAtATime(`held:${id}`, async () => {
    const held = await HeldModel.findById(id).lean<HeldDocument>()
    if (!held) throw notFound()
    if (!held.input) throw badRequest()
    const author = await loadViewer(held.authorId.toHexString())
    if (!author) throw notFound()
    // Should the process stop after this, the next release finds it written: the clientId, or what is held, is the same.
    const postId = await publish(author, held, held.input)
    await decide(admin, held, { action: 'held.release', postId })
    const print = housePrint(held.text ?? '')
    if (print) await forgetPrint(print)
  })

async function publish(author: Viewer, { kind, postId }: HeldDocument, input: Record<string, unknown>): Promise<string> {
  if (kind === 'post') return (await releasePost(author, CreatePostInput.parse(input))).id
  if (kind !== 'comment' || !postId) throw badRequest()
  return (await releaseComment(author, postId, CreateCommentInput.parse(input))).postId
}

/** An admin throws it away; its author is told. Throws 404 when it is gone already. */
export async function dropHeld(admin: Viewer, id: string): Promise<void> {
  const held = await HeldModel.findById(id).lean<HeldDocument>()
  if (!held) throw notFound()
  await decide(admin, held, { action: 'held.drop', postId: null })
}

const decide = (admin: Viewer, held: HeldDocument, { action, postId }: { action: 'held.release' | 'held.drop'; postId: string | null }) =>
  transact(async (tx) => {
    const { kind, score } = held
    await remove(tx, held)
    await recordAdminAction(tx, { admin, action, target: { type: 'house', id: null }, before: { kind, score }, after: null })
    const outcome = action === 'held.release' ? 'released' : 'rejected'
    if (kind === 'message' || held.verdict !== 'held') return
    await notifyFromHouse(tx, { userId: held.authorId.toHexString(), type: 'GUARD', data: { kind, outcome, postId }, message: guardsDecided(kind, outcome) })
  })

async function remove(tx: Transaction, { _id, authorId, rev }: Pick<HeldDocument, '_id' | 'authorId' | 'rev'>): Promise<void> {
  const { deletedCount } = await HeldModel.deleteOne({ _id }, { session: tx.session })
  if (deletedCount === 0) throw notFound()
  tx.emit('held:deleted', { authorId: authorId.toHexString(), id: _id.toHexString(), rev: rev + 1 })
}

/** What waits of one person, newest first. */
export async function listWaiting(viewer: Viewer): Promise<WaitingView[]> {
  const rows = await HeldModel.find({ authorId: viewer.id, verdict: 'held' }).sort({ _id: -1 }).limit(PAGE.admin).lean<HeldDocument[]>()
  return rows.map(presentWaiting).filter((waiting) => waiting !== null)
}

/** Somebody takes back what waits of theirs. Throws 404 when it does not wait any more, or is somebody else's. */
export const withdraw = (viewer: Viewer, id: string): Promise<void> =>
  oneAtATime(`held:${id}`, async () => {
    const held = await HeldModel.findOne({ _id: id, authorId: viewer.id, verdict: 'held' }).lean<HeldDocument>()
    if (!held) throw notFound()
    await transact((tx) => remove(tx, held))
  })

/** What waits of a person, for their export. */
export async function* exportedWaiting(authorId: string): AsyncGenerator<{ kind: string; text: string | null; createdAt: Date }> {
  for await (const { kind, text, createdAt } of rowsOf(HeldModel.find({ authorId, verdict: 'held' }).lean<HeldDocument[]>())) {
    yield { kind, text, createdAt }
  }
}

/** What was not let through goes with its author. */
export const eraseHeld: Erase = async ({ id }) => {
  await forgetWritings(id)
  for await (const { _id, rev } of rowsOf(HeldModel.find({ authorId: id }, { rev: 1 }).lean())) {
    await transact(async (tx) => {
      await HeldModel.deleteOne({ _id }, { session: tx.session })
      tx.emit('held:deleted', { authorId: id, id: _id.toHexString(), rev: rev + 1 })
    })
  }
}
