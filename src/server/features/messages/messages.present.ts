import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { presentLinkCard } from '#server/features/media/link-cards/link-cards.present.ts'
import { presentFurther } from '#server/features/media/media.attached.ts'
import { presentMedia } from '#server/features/media/media.present.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { clock } from '#server/platform/clock.ts'
import {
  ERASED_CONTENT,
  type AtBlock,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import type { GroupFields, NoticeFields } from './groups/groups.model.ts'
import { acrossBlocks, cardOfGroup, hideLast, isAdminOf } from './groups/groups.present.ts'

/**
 * A message as both people see it: both get the same bytes in pushes (LIVE L16), unless it is veiled. In a group a
 * block may hide something (`presentMessageTo`). One whose time is over is empty and shown by no page, also before
 * the job has erased it (LIVE L43).
 */
export const presentMessage = (message: MessageDocument): MessageView =>
  present(isExpired(message) ? withoutContent(message) : message)

function withoutContent({ morePictures: _, linkCard: __, ...message }: MessageDocument): MessageDocument {
  return { ...message, ...ERASED_CONTENT, takenBack: true }
}

/** Whether a message, or what the list shows of one, has disappeared by now. */
export const isExpired = ({ expiresAt }: { expiresAt?: Date }): boolean =>
  expiresAt !== undefined && expiresAt <= clock.date()

const present = (message: MessageDocument): MessageView => ({
  id: message._id.toHexString(),
  conversationId: message.conversationId.toHexString(),
  seq: message.seq,
  senderId: message.senderId.toHexString(),
  receiverId: message.receiverId.toHexString(),
  content: message.content,
  createdAt: message.createdAt.toISOString(),
  ...(message.editedAt && !message.deleted && { editedAt: message.editedAt.toISOString() }),
  mediaUrl: message.mediaUrl,
  mediaType: message.mediaType,
  media: message.media ? presentMedia(message.media) : null,
  altText: message.altText ?? null,
  ...presentFurther(message),
  ...(message.linkCard && { linkCard: presentLinkCard(message.linkCard) }),
  deleted: message.deleted,
  ...(message.replyTo && !message.deleted && { replyTo: message.replyTo }),
  ...(hasReactions(message) && { reactions: message.reactions }),
  ...(message.takenBack && { takenBack: true }),
  ...(message.expiresAt && { expiresAt: message.expiresAt.toISOString() }),
  ...(message.notice && !message.deleted && { notice: presentNotice(message.notice) }),
  rev: message.rev,
})

const presentNotice = (notice: NoticeFields): NonNullable<MessageView['notice']> =>
  'event' in notice
    ? {
        event: notice.event,
        ...(notice.who && { who: notice.who.map((id) => id.toHexString()) }),
        ...(notice.name && { name: notice.name }),
      }
    : notice

/** A veiled message as its receiver sees it: the words, and what kind of file there is (LIVE L45). */
function presentVeiled(message: MessageDocument): MessageView {
  const { morePictures: _, linkCard: __, ...view } = presentMessage(message)
  return { ...view, mediaUrl: null, media: null, altText: null }
}

/** A message as one person of its conversation sees it. */
export const presentMessageTo = (viewer: Viewer, message: MessageDocument): MessageView =>
  message.veiled && message.receiverId.toHexString() === viewer.id
    ? presentVeiled(message)
    : acrossBlocks(viewer.blocked, presentMessage(message))

/** What a push carries of a message. */
export const pushOf = (message: MessageDocument): { message: MessageView; forReceiver?: MessageView } => ({
  message: presentMessage(message),
  ...(message.veiled && { forReceiver: presentVeiled(message) }),
})

// Missing when there is none: most messages have none, and a page holds thousands.
const hasReactions = ({ deleted, reactions = {} }: MessageDocument): boolean =>
  !deleted && Object.keys(reactions).length > 0

/**
 * What the viewer sees of a person who has blocked them (LIVE L25); null without a block. The viewer's own
 * `blocked` decides: a stored `atBlock` of an ended block is ignored.
 */
export const frozenFor = (
  { atBlock }: Pick<ConversationDocument, 'atBlock'>,
  viewer: Viewer,
  otherId: string,
): AtBlock | null => (viewer.blocked.has(otherId) && atBlock?.[otherId]) || null

/**
 * A conversation as `viewer` sees it. `other` is the other person's current card, null once that account is
 * gone (DECISIONS row 34).
 */
export function presentConversation(
  conversation: ConversationDocument,
  viewer: Viewer,
  other: ActorView | null,
): ConversationView {
  if (conversation.group) return presentGroup(conversation, conversation.group, viewer)
  const otherId = otherOf(conversation, viewer.id)
  const frozen = frozenFor(conversation, viewer, otherId)
  const request = requestStateFor(conversation, viewer.id)
  const asked = isRequestFrom(conversation, viewer.id) ? conversation.request : null
  return {
    id: conversation._id.toHexString(),
    participants: [other ? (frozen?.card ?? other) : deletedAccount(otherId), cardOf(viewer)],
    lastMessage: presentLastMessage(conversation),
    unreadCount: request === 'declined' ? 0 : unreadFor(conversation, viewer.id),
    lastSeq: conversation.lastSeq,
    readSeq: {
      [viewer.id]: conversation.readSeq[viewer.id] ?? 0,
      [otherId]: asked ? 0 : readByOther(conversation, viewer, otherId, frozen),
    },
    can: canSendIn(conversation, viewer, other),
    ...(request && { request }),
    ...presentSettings(conversation, viewer.id),
    rev:
      conversation.rev -
      (frozen?.hiddenRevs ?? 0) -
      (asked?.hiddenRevs ?? 0) -
      (conversation.privateRevs?.[otherId] ?? 0),
  }
}

/** A group as one of its members sees it. */
function presentGroup(
  conversation: ConversationDocument,
  group: GroupFields,
  viewer: Viewer,
): ConversationView {
  const last = presentLastMessage(conversation)
  const after = group.joined[viewer.id]?.after ?? 0
  return {
    id: conversation._id.toHexString(),
    participants: [cardOfGroup(conversation, group), cardOf(viewer)],
    lastMessage: last && hideLast(viewer.blocked, after, last),
    unreadCount: unreadFor(conversation, viewer.id),
    lastSeq: conversation.lastSeq,
    readSeq: { [viewer.id]: Math.max(after, conversation.readSeq[viewer.id] ?? 0) },
    can: { send: true },
    ...presentSettings(conversation, viewer.id),
    group: {
      memberCount: conversation.people.length,
      isAdmin: isAdminOf(group, viewer.id),
      showsHistory: group.showsHistory ?? false,
      firstSeq: after + 1,
      rev: group.rev,
    },
    rev: conversation.rev - revsOfOthers(conversation, viewer.id),
  }
}

/** How often `rev` was raised by what only the other members may notice. */
export const revsOfOthers = ({ privateRevs = {} }: ConversationDocument, userId: string): number =>
  Object.entries(privateRevs).reduce((sum, [id, count]) => sum + (id === userId ? 0 : count), 0)

/** What this person has set for the conversation, and after how long its messages disappear. */
const presentSettings = (
  conversation: ConversationDocument,
  userId: string,
): Pick<ConversationView, 'muted' | 'archived' | 'pinnedAt' | 'disappearing'> => ({
  ...(isMutedBy(conversation, userId) && { muted: presentMute(conversation.muted![userId]!) }),
  ...(isArchivedBy(conversation, userId) && { archived: true }),
  ...(isPinnedBy(conversation, userId) && {
    pinnedAt: new Date(pinTime(conversation, userId)).toISOString(),
  }),
  ...(conversation.disappearing && { disappearing: conversation.disappearing }),
})

/** How far the other person has read; 0 while one of the two has switched off read receipts (LIVE L42). */
function readByOther(
  { readSeq, hidesReads }: ConversationDocument,
  viewer: Viewer,
  otherId: string,
  frozen: AtBlock | null,
): number {
  if (hidesReads?.[viewer.id]) return 0
  // A blocked person does not notice what is switched later.
  if (frozen) return frozen.readSeq
  return hidesReads?.[otherId] ? 0 : (readSeq[otherId] ?? 0)
}

function canSendIn(
  conversation: ConversationDocument,
  viewer: Viewer,
  other: ActorView | null,
): ConversationView['can'] {
  if (!other || !canSendTo(viewer, otherOf(conversation, viewer.id))) return { send: false }
  const mustWait = isRequestFrom(conversation, viewer.id) && conversation.lastSeq >= LIMITS.requestMessages
  return mustWait ? { send: false, why: MESSAGES.requestWaits } : { send: true }
}

/** The unread messages of this person; one marked as unread counts at least 1. */
export const unreadFor = (
  { unread, markedUnread }: Pick<ConversationDocument, 'unread' | 'markedUnread'>,
  userId: string,
): number => Math.max(unread[userId] ?? 0, markedUnread?.[userId] ? 1 : 0)

/** Whether this person has muted the conversation, and that has not ended. */
export function isMutedBy({ muted }: Pick<ConversationDocument, 'muted'>, userId: string): boolean {
  const mute = muted?.[userId]
  return mute !== undefined && (mute.until === null || mute.until.getTime() > clock.now())
}

/** Whether this person has archived the conversation. */
export const isArchivedBy = (
  { archivedBy }: Pick<ConversationDocument, 'archivedBy'>,
  userId: string,
): boolean => archivedBy?.some((id) => id.toHexString() === userId) ?? false

type WithPins = Pick<ConversationDocument, 'pinnedBy'>

/** When this person pinned the conversation, epoch ms; 0 when they have not. */
export const pinTime = ({ pinnedBy }: WithPins, userId: string): number =>
  pinnedBy?.find(({ id }) => id.toHexString() === userId)?.at.getTime() ?? 0

/** Whether this person has pinned the conversation. */
export const isPinnedBy = (conversation: WithPins, userId: string): boolean =>
  pinTime(conversation, userId) > 0

const presentMute = ({ until }: { until: Date | null }): ConversationView['muted'] => ({
  until: until && until.toISOString(),
})

type WithRequest = Pick<ConversationDocument, 'request'>

/** Whether this person has begun the conversation and the other one has not accepted it. */
export const isRequestFrom = ({ request }: WithRequest, userId: string): boolean =>
  request?.from.toHexString() === userId

/** What a conversation is for this person: a request that waits, one they have declined, or none. */
export function requestStateFor(
  conversation: WithRequest,
  userId: string,
): NonNullable<ConversationView['request']> | undefined {
  const { request } = conversation
  if (!request || isRequestFrom(conversation, userId)) return undefined
  return request.to ? 'waiting' : 'declined'
}

/** The seq of the message that the list of conversations shows. */
export const previewSeq = ({ lastMessage, lastSeq }: ConversationDocument): number =>
  lastMessage?.seq ?? lastSeq

const presentLastMessage = (conversation: ConversationDocument): ConversationView['lastMessage'] => {
  const { lastMessage } = conversation
  if (!lastMessage) return null
  const { expiresAt } = lastMessage
  const isGone = isExpired(lastMessage)
  return {
    content: isGone ? '' : lastMessage.content,
    mediaType: isGone ? null : (lastMessage.mediaType ?? null),
    createdAt: lastMessage.createdAt.toISOString(),
    senderId: lastMessage.senderId.toHexString(),
    seq: previewSeq(conversation),
    ...(lastMessage.takenBack && { takenBack: true as const }),
    ...(lastMessage.senderName && { senderName: lastMessage.senderName }),
    ...(lastMessage.event && { event: lastMessage.event }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  }
}

/** The id of the other participant. */
export const otherOf = ({ people }: Pick<ConversationDocument, 'people'>, userId: string): string =>
  people.map((id) => id.toHexString()).find((id) => id !== userId) ?? userId

const deletedAccount = (id: string): ActorView => ({
  id,
  handle: 'deleted',
  displayName: 'Deleted account',
  avatarUrl: null,
})

/** Nobody can write to themselves or across a block. The caller checks that the receiver exists. */
export const canSendTo = (viewer: Viewer, receiverId: string): boolean =>
  viewer.id !== receiverId && !viewer.blocked.has(receiverId)
