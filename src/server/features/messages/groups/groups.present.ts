import type { MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import type { ConversationDocument } from '../messages.model.ts'
import { hidesWords, isInGroup } from '../visibility.ts'
import type { GroupFields } from './groups.model.ts'

/** A group in the place of the other person: who writes to it names its id as the receiver. */
export const cardOfGroup = (
  { _id }: Pick<ConversationDocument, '_id'>,
  { name, picture }: Pick<GroupFields, 'name' | 'picture'>,
): ActorView => ({
  id: _id.toHexString(),
  handle: 'group',
  displayName: name,
  avatarUrl: picture?.url ?? null,
})

export const isAdminOf = ({ admins }: Pick<GroupFields, 'admins'>, userId: string): boolean =>
  admins.some((id) => id.toHexString() === userId)

/**
 * A message without what a block hides in a group: the words of a person with a block between them and the viewer, and
 * that person's reactions. `blocked`: the viewer's. In a conversation of two a block hides nothing.
 */
export function acrossBlocks(blocked: ReadonlySet<string>, message: MessageView): MessageView {
  if (blocked.size === 0 || !isInGroup(message)) return message
  if (hidesWords(blocked, { ...message, isLine: message.notice !== undefined })) return emptied(message)
  const { reactions = {}, ...rest } = message
  const all = Object.entries(reactions)
  const seen = all.filter(([id]) => !blocked.has(id))
  if (seen.length === all.length) return message
  return seen.length > 0 ? { ...message, reactions: Object.fromEntries(seen) } : rest
}

/** Nothing tells what was written, nor later whether it was changed or deleted. */
const emptied = ({
  id,
  conversationId,
  seq,
  senderId,
  receiverId,
  createdAt,
  expiresAt,
  takenBack,
  rev,
}: MessageView): MessageView => ({
  id,
  conversationId,
  seq,
  senderId,
  receiverId,
  content: '',
  createdAt,
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  hidden: true,
  ...(takenBack && { takenBack }),
  ...(expiresAt && { expiresAt }),
  rev,
})
