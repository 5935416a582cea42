import { mentionsIn } from '#contract/rich-text.ts'
import type { ActorView } from '#contract/people.ts'
import { inSentence } from '#contract/text.ts'
import { loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import { withdrawKeys } from '#server/features/notifications/withdrawal.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'

/** People that one text notifies; further mentions are only links. */
const MAX_MENTIONS = 10

/** The people a text mentions, at most the first ten. */
export async function mentionedIn(text: string): Promise<ActorView[]> {
  const handles = mentionsIn(text).slice(0, MAX_MENTIONS)
  return [...(await loadActorsByHandle(handles)).values()]
}

interface Mention {
  postId: string
  /** The author of the post when it is somebody else: people who cannot see the post are not notified. */
  postAuthorId?: string
  author: ActorView
  /** Where they are mentioned. A quote of their post is a mention as well. */
  where: 'post' | 'comment' | 'quote'
  /** Id of the post or comment: each person is notified once of one text, however often it is edited. */
  textId: string
}

/** The notifications of the mentioned people. */
export const mentionNotices = (
  people: readonly Pick<ActorView, 'id'>[],
  { postId, postAuthorId, author, where, textId }: Mention,
): Notice[] =>
  people.map(({ id }) => ({
    userId: id,
    actor: author,
    ...(postAuthorId !== undefined && { ownerId: postAuthorId }),
    type: 'MENTION',
    data: {
      mentionerDisplayName: author.displayName,
      mentionerHandle: author.handle,
      postId,
      ...(where === 'comment' && { commentId: textId }),
    },
    message: `${inSentence(author.displayName)} ${where === 'quote' ? 'quoted your post' : `mentioned you in a ${where}`}`,
    dedupeKey: keyOf(textId),
  }))

const keyOf = (textId: string): string => `mention:${textId}`

/** After an edit: people whom the text `before` mentioned, and who are not `mentioned` any more, lose the notification. */
export async function withdrawMentions(
  tx: Transaction,
  { textId, before, mentioned }: { textId: string; before: string; mentioned: readonly { id: string }[] },
): Promise<void> {
  const now = new Set(mentioned.map(({ id }) => id))
  for (const { id } of await mentionedIn(before))
    if (!now.has(id)) await withdrawKeys(tx, id, [keyOf(textId)])
}

/** Notifies the mentioned people, in the transaction that writes the text. */
export const notifyMentioned = (
  tx: Transaction,
  people: readonly ActorView[],
  mention: Mention,
): Promise<void> => notifyAll(tx, mentionNotices(people, mention))
