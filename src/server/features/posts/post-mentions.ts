import { mentionsIn } from '#contract/posts.ts'
import type { ActorView } from '#contract/people.ts'
import { loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'

/** People one text can call; the others it names are links only. */
const MOST_CALLED = 10

/** The people a text mentions, the first ten at most. */
export async function mentionedIn(text: string): Promise<ActorView[]> {
  const handles = mentionsIn(text).slice(0, MOST_CALLED)
  return [...(await loadActorsByHandle(handles)).values()]
}

interface Mention {
  postId: string
  /** Who wrote that post, if somebody else: nobody is called to what they could not open. */
  postAuthorId?: string
  author: ActorView
  /** What names them: 'post' or 'comment'. */
  where: 'post' | 'comment'
  /** Each person is told once of one text, however often it is edited: the id of the post or the comment. */
  textId: string
}

/** Tells the mentioned, inside the transaction that writes the text. */
export async function notifyMentioned(
  tx: Transaction,
  people: readonly ActorView[],
  { postId, postAuthorId, author, where, textId }: Mention,
): Promise<void> {
  // One after the other: a transaction does one thing at a time.
  for (const { id } of people) {
    await notify(tx, {
      userId: id,
      actor: author,
      ...(postAuthorId !== undefined && { ownerId: postAuthorId }),
      type: 'MENTION',
      data: { mentionerDisplayName: author.displayName, mentionerHandle: author.handle, postId },
      message: `${author.displayName} mentioned you in a ${where}`,
      dedupeKey: `mention:${textId}`,
    })
  }
}
