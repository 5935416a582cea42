import { MESSAGES } from '#contract/errors.ts'
import { TIMINGS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import type { TextVersionView } from '#contract/primitives.ts'
import { isVisible } from '#contract/text.ts'
import { judgeMessage } from '#server/features/moderation/spam/check-messages.ts'
import { assertLinksAllowed } from '#server/shared/blocks/blocks.store.ts'
import { badRequest, conflict, notFound } from '#server/platform/errors.ts'
import { presentVersions, withVersion } from '#server/shared/text-versions.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { assertCanReach, changeOwn, write } from './change-message.ts'
import { refreshPreview } from './conversation-preview.ts'
import { acceptsMessagesFrom } from './conversation-heads.ts'
import { otherPersonIn } from './members.service.ts'
import { messageLinkCardAfter } from './message-link-card.ts'
import { readableMessage } from './message-lists.ts'
import { searchWords } from './search/search-words.ts'

/**
 * Replaces the text of the viewer's own message for a day (LIVE L33); the same text changes nothing. Throws 404 for
 * a message that does not exist or is deleted, 403 for one of the other person, 400 for a blank one without media,
 * 409 when it is too late, and what sending refuses.
 */
export async function editMessage(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
  content: string,
): Promise<MessageView> {
  const receiverId = await otherPersonIn(viewer, conversationId)
  await assertLinksAllowed(viewer, content)
  const attempt = {
    receiverId: receiverId ?? conversationId,
    text: content,
    clientId: undefined,
    isWelcome: async () => receiverId === null || acceptsMessagesFrom(receiverId, viewer.id),
    isWritten: () => Promise.resolve(false),
  }
  const judged = await judgeMessage(viewer, attempt)
  try {
    const edited = await replaceText(viewer, conversationId, messageId, content)
    await judged.count()
    return edited
  } finally {
    judged.end()
  }
}

const replaceText = (
  viewer: Viewer,
  conversationId: string,
  messageId: string,
  content: string,
): Promise<MessageView> =>
  changeOwn(viewer, conversationId, messageId, async (message, { tx, conversation, other }) => {
    if (message.deleted) throw notFound()
    assertCanReach(viewer, other)
    if (!isVisible(content) && message.mediaUrl === null) throw badRequest(MESSAGES.emptyMessage)
    if (message.content === content) return message
    if (clock.now() - message.createdAt.getTime() > TIMINGS.messageEdit)
      throw conflict(MESSAGES.tooLateToEdit)
    const present = { text: message.content, at: message.editedAt ?? message.createdAt }
    const versions = withVersion(message.versions ?? [], present)
    const { $set, ...update } = await messageLinkCardAfter(tx, message, content)
    const words = searchWords({ content, mediaType: message.mediaType })
    const changed = { content, words, versions, editedAt: clock.date() }
    const edited = await write(tx, message, { ...update, $set: { ...changed, ...$set } })
    await refreshPreview(tx, conversation, edited)
    return edited
  })

/** What a message said before its edits, newest first, for its two people. Throws 404 for a deleted one. */
export async function messageVersions(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<TextVersionView[]> {
  const message = await readableMessage(viewer, messageId)
  if (message.conversationId.toHexString() !== conversationId) throw notFound()
  return presentVersions(message.versions ?? [])
}
