import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import type {
  ConversationsQuery,
  ConversationView,
  ConversationWith,
  MessagesQuery,
  MessageView,
} from '#contract/messages.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { clock } from '#server/platform/clock.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import {
  archiveSkeleton,
  byNewest,
  conversationSkeleton,
  loadBesideTheList,
  requestSkeleton,
  type BesideTheList,
} from './conversation-skeletons.ts'
import { claimantOf } from './conversation-claims.model.ts'
import { mayBeginWith, pairOf } from './conversation-heads.ts'
import { cardOfGroup } from './groups/groups.present.ts'
import { placeIn } from './members.service.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { otherOf, rowFor, type ConversationRow } from './memberships.ts'
import { presentConversation, presentMessageTo } from './messages.present.ts'
import { canSendTo, isWithin, seesContent, unreadShown } from './visibility.ts'

/**
 * The viewer's conversations, newest message first; `before` (or `cursor`) is the createdAt of the last
 * message of the last one. Skeleton, hydrate, present: nothing is filtered, a block leaves the conversation.
 * The first page begins with those that the viewer has pinned. Requests that wait, and what is archived, stand
 * among the others, marked. However many there are, the page has as many others as without.
 */
export async function listConversations(
  viewer: Viewer,
  { cursor, before = cursor }: ConversationsQuery,
): Promise<ConversationView[]> {
  const [rows, { pinned, waiting, archived }] = await Promise.all([
    conversationSkeleton(viewer, before),
    before === undefined ? loadBesideTheList(viewer) : olderOnShelves(viewer, before),
  ])
  const pinTime = ({ own }: ConversationRow) => own.pinnedAt?.getTime() ?? 0
  const inOrder = pinned.toSorted((a, b) => pinTime(a) - pinTime(b))
  return presentRows(viewer, [...inOrder, ...withShelves(rows, [...waiting, ...archived])])
}

async function olderOnShelves(viewer: Viewer, before: string): Promise<BesideTheList> {
  const [waiting, archived] = await Promise.all([
    requestSkeleton(viewer, before),
    archiveSkeleton(viewer, before),
  ])
  return { pinned: [], waiting, archived }
}

/** What is on a shelf and older than the last row of a full page comes with the next page. */
function withShelves(rows: ConversationRow[], shelved: readonly ConversationRow[]): ConversationRow[] {
  if (shelved.length === 0) return rows
  const last = rows.length < PAGE.conversations ? undefined : rows.at(-1)
  return [...rows, ...shelved.filter((row) => !last || byNewest(row, last) < 0)].sort(byNewest)
}

/** The requests that wait in the viewer's shelf, in the same order and by the same cursor. */
export const listRequests = async (
  viewer: Viewer,
  { cursor, before = cursor }: ConversationsQuery,
): Promise<ConversationView[]> => presentRows(viewer, await requestSkeleton(viewer, before))

/** What the viewer has archived, in the same order and by the same cursor. */
export const listArchived = async (
  viewer: Viewer,
  { cursor, before = cursor }: ConversationsQuery,
): Promise<ConversationView[]> => presentRows(viewer, await archiveSkeleton(viewer, before))

/** Conversations as the viewer sees them. */
export async function presentRows(
  viewer: Viewer,
  rows: readonly ConversationRow[],
): Promise<ConversationView[]> {
  const ofTwo = rows.filter(({ conversation }) => !conversation.group)
  const others = await loadActors(ofTwo.map(({ conversation }) => otherOf(conversation, viewer.id)))
  return rows.map((row) =>
    presentConversation(row, viewer, others.get(otherOf(row.conversation, viewer.id)) ?? null),
  )
}

/** The viewer's unread messages in the newest page of conversations, the pinned ones included, and unread requests. */
export async function countUnreadMessages(viewer: Viewer): Promise<{ messages: number; requests: number }> {
  const [rows, { pinned, waiting }] = await Promise.all([
    conversationSkeleton(viewer),
    loadBesideTheList(viewer),
  ])
  const unread = (row: ConversationRow) => unreadShown(row.unread, row.own).unreadCount
  return {
    messages: [...pinned, ...rows].reduce((sum, row) => sum + unread(row), 0),
    requests: waiting.filter((row) => unread(row) > 0).length,
  }
}

/**
 * A thread, ascending by seq: the newest page, the page below `before` (or `cursor`), or the page above
 * `after`. Asking with the highest known seq, again and again, gets every missed message (LIVE L6). Skeleton,
 * present: a message is complete, and whoever may read the thread may read all of it. Throws 404 for anybody
 * who is not one of the two.
 */
export async function listMessages(
  viewer: Viewer,
  conversationId: string,
  query: MessagesQuery,
): Promise<MessageView[]> {
  const place = await placeIn(viewer, conversationId)
  if (!place) throw notFound()
  const rows = await messageSkeleton(conversationId, query, place.after + 1)
  const readable = rows.filter((row) => isWithin(place, row))
  return readable.sort((a, b) => a.seq - b.seq).map((row) => presentMessageTo(viewer, row))
}

/** The indexed read of a thread; exported for its explain test. */
export const messageSkeleton = (
  conversationId: string,
  { cursor, before = cursor, after }: MessagesQuery,
  first = 1,
) =>
  MessageModel.find(
    {
      conversationId: new Types.ObjectId(conversationId),
      seq: trusted({ $gt: Math.max(after ?? 0, first - 1), ...(before !== undefined && { $lt: before }) }),
    },
    { versions: 0, words: 0 },
  )
    .sort({ seq: after === undefined ? -1 : 1 })
    .limit(PAGE.messages)
    .lean()

/** Whether the viewer sees the content of a message: the message then, else null. */
export async function ifReadable(
  viewer: Viewer,
  message: MessageDocument,
): Promise<Visible<MessageDocument> | null> {
  const place = await placeIn(viewer, message.conversationId.toHexString())
  return seesContent(viewer, place, message, clock.now()) ? message : null
}

/** A message with words whose content the viewer sees; else 404. */
export async function readableMessage(viewer: Viewer, messageId: string): Promise<Visible<MessageDocument>> {
  const message = await MessageModel.findById(messageId).lean<MessageDocument>()
  const readable = message && !message.notice ? await ifReadable(viewer, message) : null
  if (!readable) throw notFound()
  return readable
}

/**
 * The conversation with one person, null before the first message, or that of a group. Throws 400 for
 * oneself, 404 for an unknown person, and for a person who blocks the viewer when there is no conversation.
 */
export async function conversationWith(viewer: Viewer, userId: string): Promise<ConversationWith> {
  if (userId === viewer.id) throw badRequest(MESSAGES.messageSelf)
  const [person, conversation] = await Promise.all([loadViewer(userId), conversationOfTwo(viewer.id, userId)])
  if (!person) return withGroup(viewer, userId)
  if (!conversation && (await isBlockedBy(viewer, userId))) throw notFound(MESSAGES.userNotFound)
  const card = cardOf(person)
  const row = conversation && (await rowFor(viewer, conversation))
  if (!row) return { person: card, conversation: null, can: await canBeginWith(viewer, person) }
  const view = presentConversation(row, viewer, card)
  return { person: view.participants[0]!, conversation: view, can: view.can }
}

async function conversationOfTwo(one: string, other: string): Promise<ConversationDocument | null> {
  const id = await claimantOf(pairOf(one, other))
  return id && ConversationModel.findById(id).lean()
}

async function withGroup(viewer: Viewer, groupId: string): Promise<ConversationWith> {
  const found = await ConversationModel.findOne({ _id: groupId, people: viewer.id }).lean()
  const row = found?.group && (await rowFor(viewer, found))
  if (!found?.group || !row) throw notFound(MESSAGES.userNotFound)
  const conversation = presentConversation(row, viewer, null)
  return { person: cardOfGroup(found, found.group), conversation, can: conversation.can }
}

async function canBeginWith(viewer: Viewer, person: Viewer): Promise<ConversationWith['can']> {
  if (!canSendTo(viewer, person.id)) return { send: false }
  return (await mayBeginWith(viewer, person)) ? { send: true } : { send: false, why: MESSAGES.messagesClosed }
}

const isBlockedBy = async (viewer: Viewer, userId: string): Promise<boolean> =>
  viewer.blocked.has(userId) && (await relationBetween(viewer.id, userId)).blockedBy
