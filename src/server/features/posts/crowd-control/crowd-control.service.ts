import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { CrowdControlInput, CrowdControlRules, CrowdControlView } from '#contract/posts.crowd-control.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'
import { hidePost, restorePost } from '../post-hiding.ts'
import {
  HIDDEN_BY,
  CROWD_CONTROLLED,
  PostModel,
  PostTombstoneModel,
  type CrowdControlState,
  type PostRecord,
  type PostTombstone,
} from '../posts.model.ts'
import { canEditPost } from '../posts.policy.ts'
import { changePost, postLock, visiblePost } from '../posts.store.ts'
import { endIn, watchCrowdControl } from './crowd-control-end.ts'
import { presentCrowdControl } from './crowd-control.present.ts'

/** The newest of each kind in the author's list. */
const LISTED = 50

const hoursAfter = (start: Date, hours: number): Date => new Date(start.getTime() + hours * HOUR)

/** Begins crowd control in the transaction that has read the post. */
async function beginIn(
  tx: Transaction,
  { _id, commentCount, reactionTotal }: PostRecord,
  { hours, rules }: { hours: number; rules: CrowdControlRules },
): Promise<PostRecord> {
  const startedAt = clock.date()
  const crowdControl: CrowdControlState = {
    id: clock.id(),
    startedAt,
    endsAt: hoursAfter(startedAt, hours),
    before: { comments: commentCount, reactions: reactionTotal },
    rules,
  }
  await watchCrowdControl(tx, _id, crowdControl)
  return changePost(tx, _id.toHexString(), { $set: { plunger: crowdControl } })
}

/** Changes the viewer's own post in its turn. Throws 403 for other people's posts. */
const changeOwn = <T>(
  viewer: Viewer,
  postId: string,
  change: (tx: Transaction, post: PostRecord) => Promise<T>,
): Promise<T> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const post = await visiblePost(viewer, postId, tx)
      if (!canEditPost(viewer, { authorId: post.authorId.toHexString() })) throw forbidden()
      return change(tx, post)
    }),
  )

/** Starts crowd control of the viewer's own post, or changes what it does. Throws 409 without hours while it rests. */
export const setCrowdControl = (
  viewer: Viewer,
  postId: string,
  input: CrowdControlInput,
): Promise<CrowdControlView> =>
  changeOwn(viewer, postId, async (tx, post) => {
    const { hours } = input
    const rules = rulesAfter(post.plunger?.rules ?? {}, input)
    const view = (changed: PostRecord) => presentCrowdControl(changed, changed.plunger!)
    if (!post.plunger) {
      if (hours === undefined) throw conflict(MESSAGES.crowdControlEnded)
      return view(await beginIn(tx, post, { hours, rules }))
    }
    const crowdControl = {
      ...post.plunger,
      rules,
      ...(hours !== undefined && { endsAt: hoursAfter(clock.date(), hours) }),
    }
    if (hours !== undefined) await watchCrowdControl(tx, post._id, crowdControl)
    return view(await changePost(tx, postId, { $set: { plunger: crowdControl } }))
  })

function rulesAfter(
  before: CrowdControlRules,
  { strangersPaused, slowMinutes }: CrowdControlInput,
): CrowdControlRules {
  const isPaused = strangersPaused ?? before.strangersPaused === true
  const slow = slowMinutes === undefined ? before.slowMinutes : slowMinutes
  return { ...(isPaused && { strangersPaused: true as const }), ...(slow && { slowMinutes: slow }) }
}

/** Ends crowd control of the viewer's own post; nothing happens while it rests. */
export const stopCrowdControl = (viewer: Viewer, postId: string): Promise<void> =>
  changeOwn(viewer, postId, async (tx, post) => {
    if (!post.plunger) return
    await endIn(tx, post)
  })

/** Hides the viewer's own post under crowd control from everybody, or shows it again with all that it had. */
export const setHidden = (viewer: Viewer, postId: string, hidden: boolean): Promise<CrowdControlView> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const held = await hiddenPosts(viewer.id, tx).where({ _id: postId })
      if (held[0]?.undoable) return hidden ? viewOfHidden(held[0])! : show(tx, held[0].undoable)
      const post = await visiblePost(viewer, postId, tx)
      if (!canEditPost(viewer, { authorId: post.authorId.toHexString() })) throw forbidden()
      if (!post.plunger) throw conflict(MESSAGES.crowdControlEnded)
      return hidden ? hide(tx, viewer.id, postId) : presentCrowdControl(post, post.plunger)
    }),
  )

async function hide(tx: Transaction, userId: string, postId: string): Promise<CrowdControlView> {
  const post = await hidePost(tx, postId)
  if (!post?.plunger) throw notFound(MESSAGES.postNotFound)
  // A deletion that can be undone, without an end to the time for it. Its own `rev` is above that of the deletion.
  const tombstone = await PostTombstoneModel.findOneAndUpdate(
    { _id: postId },
    { $set: { undoable: { ...post, plunger: { ...post.plunger, hidden: true } } }, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<PostTombstone>()
  const crowdControl = tombstone && viewOfHidden(tombstone)
  if (!crowdControl) throw notFound(MESSAGES.postNotFound)
  tx.emit('plunger:updated', { userId, plunger: crowdControl })
  return crowdControl
}

async function show(
  tx: Transaction,
  hidden: NonNullable<PostTombstone['undoable']>,
): Promise<CrowdControlView> {
  const post = await restorePost(tx, hidden)
  return presentCrowdControl(post, post.plunger!)
}

const viewOfHidden = ({ undoable, rev }: PostTombstone): CrowdControlView | null =>
  undoable?.plunger ? presentCrowdControl(undoable, undoable.plunger, rev) : null

/** Crowd control of the viewer's posts, hidden ones too, the newest first. */
export async function listCrowdControls(viewer: Viewer): Promise<CrowdControlView[]> {
  const [shown, hidden] = await Promise.all([plungedPosts(viewer.id), hiddenPosts(viewer.id).limit(LISTED)])
  const views = [
    ...shown.flatMap((post) => (post.plunger ? [presentCrowdControl(post, post.plunger)] : [])),
    ...hidden.flatMap((one) => viewOfHidden(one) ?? []),
  ]
  return views.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
}

const plungedPosts = (authorId: string) =>
  PostModel.find({ authorId, 'plunger.startedAt': trusted({ $exists: true }) }, { words: 0, versions: 0 })
    .sort({ 'plunger.startedAt': -1 })
    .hint(CROWD_CONTROLLED)
    .limit(LISTED)
    .lean<PostRecord[]>()

/** A person's posts that they have hidden. */
export const hiddenPosts = (authorId: string, tx?: Transaction) =>
  PostTombstoneModel.find({ authorId, 'undoable.plunger.hidden': true })
    .hint(HIDDEN_BY)
    .session(tx?.session ?? null)
    .lean<PostTombstone[]>()
