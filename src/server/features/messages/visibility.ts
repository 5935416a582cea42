import { trusted, Types } from 'mongoose'
import { LIMITS } from '#contract/limits.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Membership } from './memberships.ts'
import type { AtBlock } from './memberships.model.ts'
import type { MessageDocument } from './messages.model.ts'

// The rules of privacy in conversations: who sees, counts and learns what. Pure functions of a membership, the other
// person's membership, what lies between the two, and the time. Lists, pushes, search, previews, notifications and
// exports all ask here.

/** Whoever looks: the ids of people with a block between them and this person. */
export type Reader = Pick<Viewer, 'id' | 'blocked'>

type Id = string | Types.ObjectId

/** Whether a message, or what the list shows of one, has disappeared by now (LIVE L43). */
export const isExpired = ({ expiresAt }: { expiresAt?: Date | undefined }, now: number): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= now

/** The same rule for the store: messages that have not disappeared, whether they are erased yet or not. */
export const unexpired = (now: number) => ({ expiresAt: trusted({ $not: { $lte: new Date(now) } }) })

/** Whether a message, or a view of one, was written in a group. */
export const isInGroup = ({
  receiverId,
  conversationId,
}: Record<'receiverId' | 'conversationId', Id>): boolean =>
  receiverId.toString() === conversationId.toString()

/** Whether a block hides somebody's words in a group (LIVE L50). Lines about the group are no words. */
export const hidesWords = (
  blocked: ReadonlySet<string>,
  { senderId, isLine }: { senderId: string; isLine: boolean },
): boolean => !isLine && blocked.has(senderId)

/** `words`: without files and cards (LIVE L45). `hidden`: words behind a block. `gone`: empty for everybody. */
export type Sight = 'all' | 'words' | 'hidden' | 'gone'

type Sighted = Pick<
  MessageDocument,
  'senderId' | 'receiverId' | 'conversationId' | 'deleted' | 'expiresAt' | 'notice' | 'veiled'
>

/** What somebody sees of a message at a place of the conversation that they may read. */
export function sightOf({ id, blocked }: Reader, message: Sighted, now: number): Sight {
  if (message.deleted || isExpired(message, now)) return 'gone'
  const words = { senderId: message.senderId.toHexString(), isLine: message.notice !== undefined }
  if (isInGroup(message) && hidesWords(blocked, words)) return 'hidden'
  return message.veiled && message.receiverId.toHexString() === id ? 'words' : 'all'
}

/** Where somebody may read a conversation (LIVE L49); null for anybody who is not in it. */
export type Place = Pick<Membership, 'after'> | null

/** Whether somebody may read at the place of a message of this conversation (LIVE L49, L92). */
export const isWithin = <M extends { seq: number }>(place: Place, message: M): message is Visible<M> =>
  place !== null && message.seq > place.after

/** Whether somebody wrote a message, which they always see. */
export const isOwn = <M extends Pick<MessageDocument, 'senderId'>>(
  { id }: Pick<Reader, 'id'>,
  message: M,
): message is Visible<M> => message.senderId.toHexString() === id

/** Whether somebody sees the content: it is there, and neither a block in a group nor a later joining hides it. */
export const seesContent = <M extends Sighted & { seq: number }>(
  reader: Reader,
  place: Place,
  message: M,
  now: number,
): message is Visible<M> =>
  isWithin(place, message) && ['all', 'words'].includes(sightOf(reader, message, now))

/** What the list shows somebody of the last message. */
export function previewSight(
  membership: Pick<Membership, 'after'>,
  { blocked }: Pick<Reader, 'blocked'>,
  last: { seq: number; senderId: string; isLine: boolean; expiresAt?: Date | undefined },
  { inGroup, now }: { inGroup: boolean; now: number },
): Sight {
  const isHidden = hidesWords(blocked, last) || (!last.isLine && !isWithin(membership, last))
  if (inGroup && isHidden) return 'hidden'
  return isExpired(last, now) ? 'gone' : 'all'
}

/** How far somebody has read: what was written before they may read counts as read. */
export const readUpTo = ({ readSeq, after }: Pick<Membership, 'readSeq' | 'after'>): number =>
  Math.max(readSeq, after)

type Counted = Pick<MessageDocument, 'seq' | 'senderId' | 'receiverId' | 'conversationId' | 'notice'>

/** Whether a message that is there is unread for somebody in its conversation. */
export const isUnread = <M extends Counted>(
  membership: Pick<Membership, 'userId' | 'readSeq' | 'after'>,
  message: M,
  isBlocked: boolean,
): message is Visible<M> =>
  !message.notice &&
  !isOwn({ id: membership.userId }, message) &&
  message.seq > readUpTo(membership) &&
  !(isBlocked && isInGroup(message))

/** The same rule for the store: the messages of a conversation up to `lastSeq` (LIVE L60). */
export const unreadIn = (
  { _id, lastSeq, group }: { _id: Types.ObjectId; lastSeq: number; group?: object | undefined },
  membership: Pick<Membership, 'userId' | 'readSeq' | 'after'>,
  blocked: ReadonlySet<string>,
) => ({
  conversationId: _id,
  seq: { $gt: readUpTo(membership), $lte: lastSeq },
  senderId: {
    $nin: [membership.userId, ...(group ? blocked : [])].map((id) => new Types.ObjectId(id)),
  },
  deleted: false,
  notice: { $exists: false },
})

/** The number beside a conversation: one that is marked as unread counts at least 1, a declined request nothing. */
export function unreadShown(
  unread: number,
  { markedUnread, request }: Pick<Membership, 'markedUnread' | 'request'>,
): { unreadCount: number; markedUnread?: true } {
  if (request === 'declined') return { unreadCount: 0 }
  return markedUnread && unread === 0 ? { unreadCount: 1, markedUnread: true } : { unreadCount: unread }
}

/** Whether a mute holds now. */
export const isMuted = ({ muted }: Pick<Membership, 'muted'>, now: number): boolean =>
  muted !== null && (muted.until === null || muted.until.getTime() > now)

/**
 * Whether somebody has archived a conversation: new words took it out of the archive unless they had muted it then
 * (LIVE L41). `said`: the last words.
 */
export const isArchived = (
  { archivedSeq, muted }: { archivedSeq: number } & Pick<Membership, 'muted'>,
  said: { seq: number; at: Date } | undefined,
): boolean =>
  said === undefined ||
  said.seq <= archivedSeq ||
  (muted !== null && (muted.until === null || said.at.getTime() < muted.until.getTime()))

/** Whether what is unread may make a notification: not while it is muted, and of a request only for who wants it (L37). */
export const mayBeNotified = (
  membership: Pick<Membership, 'muted' | 'request'>,
  { requestNotices }: Pick<Viewer, 'requestNotices'>,
  now: number,
): boolean =>
  !isMuted(membership, now) &&
  (membership.request === null || (membership.request === 'waiting' && requestNotices))

/** What somebody sees of the other person who blocks them (LIVE L25); null without a block, or if they block. */
export const frozenFor = ({ atBlock }: Pick<Membership, 'atBlock'>, isBlocked: boolean): AtBlock | null =>
  isBlocked ? atBlock : null

type Receipts = Pick<Membership, 'readSeq' | 'hidesReads' | 'request' | 'atBlock'>

/** How far the other one of two has read, as somebody may know it (LIVE L25, L37, L42). */
export function readByOther(own: Receipts, other: Receipts, isBlocked: boolean): number {
  if (own.request === 'asked' || own.hidesReads) return 0
  const frozen = frozenFor(own, isBlocked)
  if (frozen) return frozen.readSeq
  return other.hidesReads ? 0 : other.readSeq
}

/** Whether somebody learns that the other one of two reads on, and be it by a `rev`. */
export const learnsOfReading = (own: Receipts, other: Receipts, isBlocked: boolean): boolean =>
  readByOther(own, { ...other, readSeq: Infinity }, isBlocked) === Infinity

/** Whether two members of a group know how far the other one has read (LIVE L51). */
export const shareReceipts = (
  one: Pick<Viewer, 'id' | 'hidesReads'>,
  other: Pick<Viewer, 'hidesReads' | 'blocked'>,
): boolean => !one.hidesReads && !other.hidesReads && !other.blocked.has(one.id)

/** Nobody can write to themselves or across a block. The caller checks that the receiver exists. */
export const canSendTo = ({ id, blocked }: Reader, receiverId: string): boolean =>
  id !== receiverId && !blocked.has(receiverId)

/** Whether it is a stranger's request to this person, which they have not accepted. */
export const isAskedFor = (membership: Pick<Membership, 'request'> | null): boolean =>
  membership?.request === 'waiting' || membership?.request === 'declined'

/** Whether somebody has to wait for an answer to their request (LIVE L37): it has room for a few messages. */
export const mustWait = ({ request }: Pick<Membership, 'request'>, lastSeq: number): boolean =>
  request === 'asked' && lastSeq >= LIMITS.requestMessages
