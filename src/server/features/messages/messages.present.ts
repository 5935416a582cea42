import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { presentLinkCard } from '#server/features/media/link-cards/link-cards.present.ts'
import { presentFurther } from '#server/features/media/media-attached.ts'
import { presentMedia } from '#server/features/media/media.present.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { MESSAGES } from '#contract/errors.ts'
import { clock } from '#server/platform/clock.ts'
import { otherOf, type Membership, type ConversationRow } from './memberships.ts'
import { ERASED_CONTENT, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import type { GroupFields, NoticeFields } from './groups/groups.model.ts'
import { acrossBlocks, cardOfGroup, isAdminOf } from './groups/groups.present.ts'
import {
  canSendTo,
  frozenFor,
  isExpired,
  isMuted,
  isOwn,
  mustWait,
  previewSight,
  readByOther,
  readUpTo,
  sightOf,
  unreadShown,
  type Reader,
} from './visibility.ts'

/**
 * A message as both people see it: both get the same bytes in pushes (LIVE L16), unless it is veiled. One whose time
 * is over is empty and shown by no page, also before the job has erased it (LIVE L43).
 */
const presentMessage = (message: MessageDocument): MessageView =>
  present(isExpired(message, clock.now()) ? withoutContent(message) : message)

function withoutContent({ morePictures: _, linkCard: __, ...message }: MessageDocument): MessageDocument {
  return { ...message, ...ERASED_CONTENT, takenBack: true }
}

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

/** A message as one person of its conversation sees it: in a group a block may hide something. */
export const presentMessageTo = (viewer: Viewer, message: Visible<MessageDocument>): MessageView =>
  sightOf(viewer, message, clock.now()) === 'words'
    ? presentVeiled(message)
    : acrossBlocks(viewer.blocked, presentMessage(message))

/** The same of a message that the viewer has written. Throws 404 for any other. */
export function presentOwn(viewer: Viewer, message: MessageDocument): MessageView {
  if (!isOwn(viewer, message)) throw notFound()
  return presentMessageTo(viewer, message)
}

/** What a push carries of a message, to those who may read it (LIVE L92). */
export const pushOf = (message: MessageDocument): { message: MessageView; forReceiver?: MessageView } => ({
  message: presentMessage(message),
  ...(message.veiled && { forReceiver: presentVeiled(message) }),
})

// Missing when there is none: most messages have none, and a page holds thousands.
const hasReactions = ({ deleted, reactions = {} }: MessageDocument): boolean =>
  !deleted && Object.keys(reactions).length > 0

/**
 * A conversation as `viewer` sees it. `other` is the other person's current card, null once that account is
 * gone (DECISIONS row 34).
 */
export function presentConversation(
  row: ConversationRow,
  viewer: Viewer,
  other: ActorView | null,
): ConversationView {
  const { conversation, own, theirs, unread } = row
  if (conversation.group) return presentGroup(row, conversation.group, viewer)
  const otherId = otherOf(conversation, viewer.id)
  const isBlocked = viewer.blocked.has(otherId)
  return {
    id: conversation._id.toHexString(),
    participants: [
      other ? (frozenFor(own, isBlocked)?.card ?? other) : deletedAccount(otherId),
      cardOf(viewer),
    ],
    lastMessage: presentLastMessage(conversation, own, viewer),
    ...unreadShown(unread, own),
    lastSeq: conversation.lastSeq,
    readSeq: { [viewer.id]: own.readSeq, [otherId]: theirs ? readByOther(own, theirs, isBlocked) : 0 },
    can: canSendIn(conversation, own, viewer, other),
    ...(own.request && own.request !== 'asked' && { request: own.request }),
    ...presentSettings(conversation, own),
    rev: conversation.rev + own.rev,
  }
}

/** A group as one of its members sees it. */
const presentGroup = (
  { conversation, own, unread }: ConversationRow,
  group: GroupFields,
  viewer: Viewer,
): ConversationView => ({
  id: conversation._id.toHexString(),
  participants: [cardOfGroup(conversation, group), cardOf(viewer)],
  lastMessage: presentLastMessage(conversation, own, viewer),
  ...unreadShown(unread, own),
  lastSeq: conversation.lastSeq,
  readSeq: { [viewer.id]: readUpTo(own) },
  can: { send: true },
  ...presentSettings(conversation, own),
  group: {
    memberCount: conversation.people.length,
    isAdmin: isAdminOf(group, viewer.id),
    showsHistory: group.showsHistory ?? false,
    firstSeq: own.after + 1,
    rev: group.rev,
  },
  rev: conversation.rev + own.rev,
})

/** What this person has set for the conversation, and after how long its messages disappear. */
const presentSettings = (
  { disappearing }: ConversationDocument,
  own: Membership,
): Pick<ConversationView, 'muted' | 'archived' | 'pinnedAt' | 'disappearing'> => ({
  ...(isMuted(own, clock.now()) && { muted: { until: own.muted!.until?.toISOString() ?? null } }),
  ...(own.archived && { archived: true }),
  ...(own.pinnedAt && { pinnedAt: own.pinnedAt.toISOString() }),
  ...(disappearing && { disappearing }),
})

function canSendIn(
  conversation: ConversationDocument,
  own: Membership,
  viewer: Viewer,
  other: ActorView | null,
): ConversationView['can'] {
  if (!other || !canSendTo(viewer, otherOf(conversation, viewer.id))) return { send: false }
  return mustWait(own, conversation.lastSeq) ? { send: false, why: MESSAGES.requestWaits } : { send: true }
}

/** The seq of the message that the list of conversations shows. */
export const previewSeq = ({ lastMessage, lastSeq }: ConversationDocument): number =>
  lastMessage?.seq ?? lastSeq

function presentLastMessage(
  conversation: ConversationDocument,
  own: Membership,
  viewer: Reader,
): ConversationView['lastMessage'] {
  const { lastMessage: last, group } = conversation
  if (!last) return null
  const seq = previewSeq(conversation)
  const senderId = last.senderId.toHexString()
  const shown = { seq, senderId, isLine: last.event !== undefined, expiresAt: last.expiresAt }
  const sight = previewSight(own, viewer, shown, { inGroup: group !== undefined, now: clock.now() })
  return {
    content: sight === 'all' ? last.content : '',
    mediaType: sight === 'all' ? (last.mediaType ?? null) : null,
    createdAt: last.createdAt.toISOString(),
    senderId,
    seq,
    ...(last.takenBack && { takenBack: true as const }),
    ...(last.senderName && { senderName: last.senderName }),
    ...(last.event && { event: last.event }),
    ...(last.expiresAt && { expiresAt: last.expiresAt.toISOString() }),
    ...(sight === 'hidden' && { hidden: true as const }),
  }
}

const deletedAccount = (id: string): ActorView => ({
  id,
  handle: 'deleted',
  displayName: 'Deleted account',
  avatarUrl: null,
})
