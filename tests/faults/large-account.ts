import { mongo } from 'mongoose'
import type { CommentView } from '#contract/comments.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { done } from '#tests/support/full-account.ts'
import type { Person } from '#tests/support/http-client.ts'

/** Documents that are inserted with one command. */
const PORTION = 1_000

/** Inserts copies of a document, each with what `change` says and an id of its own. */
async function copies(
  rows: mongo.Collection,
  _id: mongo.ObjectId,
  count: number,
  change: (at: number) => object,
): Promise<void> {
  const found = await rows.findOne({ _id })
  // A clientId is used once.
  const { clientId: _, ...original } = found!
  for (let start = 0; start < count; start += PORTION)
    await rows.insertMany(
      Array.from({ length: Math.min(PORTION, count - start) }, (_, at) => ({
        ...original,
        ...change(start + at),
        _id: new mongo.ObjectId(),
      })),
    )
}

const idOf = ({ id }: { id: string }) => new mongo.ObjectId(id)

/**
 * A group of `maker` and these people with so many messages: of three that follow each other, the maker wrote two, and
 * has reacted to the third.
 */
export async function busyGroup(
  db: mongo.Db,
  maker: Person,
  members: readonly Person[],
  { name, messages }: { name: string; messages: number },
): Promise<ConversationView> {
  const group = await done(
    maker.post<ConversationView>('/messages/groups', { name, memberIds: members.map(({ id }) => id) }),
  )
  const say = (who: Person, content: string) =>
    done(who.post<MessageView>('/messages', { receiverId: group.id, content, clientId: crypto.randomUUID() }))
  const first = await say(maker, 'Hear ye')
  const others = idOf(members[0]!)
  await copies(db.collection('messages'), idOf(first), messages, (at) => ({
    seq: first.seq + 1 + at,
    content: `Word ${at}`,
    ...(at % 3 === 2 && { senderId: others, reactions: { [maker.id]: '🪠' } }),
  }))
  await db
    .collection('conversations')
    .updateOne({ _id: idOf(group) }, { $inc: { lastSeq: messages, rev: 1 } })
  await say(maker, 'Last')
  return group
}

/** So many further posts of their author, as this one. */
export const morePosts = (db: mongo.Db, post: PostView, count: number): Promise<void> =>
  copies(db.collection('posts'), idOf(post), count, (at) => ({ text: `Drop ${at}` }))

/** So many further comments of one person, as this one. */
export const moreComments = (db: mongo.Db, comment: CommentView, count: number): Promise<void> =>
  copies(db.collection('comments'), idOf(comment), count, (at) => ({
    text: `Remark ${at}`,
    createdAt: new Date(Date.parse(comment.createdAt) + at),
  }))
