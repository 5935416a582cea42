import { Types } from 'mongoose'

/** A post that is inserted without the service: an old one, or one of very many. */
export interface InsertedPost {
  authorId: string
  at: number
  text?: string
}

/** Inserts posts into this worker's store and returns their ids, in order. Timelines are not updated. */
export async function insertPosts(posts: readonly InsertedPost[]): Promise<string[]> {
  const { PostModel } = await import('#server/features/posts/posts.model.ts')
  const { newPost } = await import('#server/features/posts/publish-post.ts')
  const rows = posts.map(({ authorId, at, text = 'planted' }) => {
    const { fanOut: _, ...post } = newPost(
      { id: authorId, displayName: 'Planted', handle: 'planted', avatarUrl: null },
      { text },
    )
    return { ...post, createdAt: new Date(at), updatedAt: new Date(at) }
  })
  for (let start = 0; start < rows.length; start += 5000)
    await PostModel.collection.insertMany(rows.slice(start, start + 5000))
  return rows.map(({ _id }) => _id.toHexString())
}

/** Ids of people without accounts. */
export const strangers = (count: number): string[] =>
  Array.from({ length: count }, () => new Types.ObjectId().toHexString())

/** Inserts follows without the service and its limits. */
export async function insertFollows(
  followerIds: readonly string[],
  followeeIds: readonly string[],
): Promise<void> {
  const { FollowModel } = await import('#server/features/people/follows/follows.model.ts')
  const { forgetFollowees } = await import('#server/features/people/follows/follow-graph.service.ts')
  const rows = followerIds.flatMap((follower) =>
    followeeIds.map((followee) => ({
      followerId: new Types.ObjectId(follower),
      followeeId: new Types.ObjectId(followee),
      createdAt: new Date(),
    })),
  )
  for (let start = 0; start < rows.length; start += 5000)
    await FollowModel.collection.insertMany(rows.slice(start, start + 5000))
  followerIds.forEach(forgetFollowees)
}

/** These people follow each other: what one writes to another is no request (LIVE L37). */
export async function befriend(...people: readonly { id: string }[]): Promise<void> {
  for (const { id } of people)
    await insertFollows(
      [id],
      people.flatMap((other) => (other.id === id ? [] : other.id)),
    )
}

/** The fields of a job that waits until `dueAt`, without its kind and payload. */
export const waitingJob = (dueAt = new Date(Date.now() + 3_600_000)) => ({
  state: 'waiting' as const,
  owner: null,
  attempts: 0,
  failures: 0,
  asked: 1,
  progress: null,
  lastError: null,
  createdAt: new Date(),
  dueAt,
})

interface OfTwo {
  _id: Types.ObjectId
  pair: string
  people: readonly Types.ObjectId[]
  request?: { from: Types.ObjectId }
  lastMessage: { createdAt: Date }
}

/** What both people have of conversations that were inserted without the service, and the claims of the pairs. */
export async function insertMemberships(conversations: readonly OfTwo[]): Promise<void> {
  const { claims } = await import('#server/features/messages/conversation-claims.model.ts')
  await claims.insertMany(conversations.map(({ _id, pair }) => ({ _id: pair, conversationId: _id })))
  const { memberships } = await import('#server/features/messages/memberships.model.ts')
  const { newMembership } = await import('#server/features/messages/memberships.ts')
  await memberships.insertMany(
    conversations.flatMap(({ _id, people, request, lastMessage }) =>
      people.map((userId, at) =>
        newMembership(_id, userId, {
          otherId: people[1 - at]!,
          ...(request &&
            !request.from.equals(userId) && {
              request: 'waiting',
              requestAt: lastMessage.createdAt,
            }),
        }),
      ),
    ),
  )
}

/** Inserts the messages after the first one of a conversation of two, up to this seq, by one and the other in turn. */
export async function insertMessages(
  conversationId: string,
  people: readonly [{ id: string }, { id: string }],
  lastSeq: number,
): Promise<void> {
  const { ConversationModel, MessageModel } = await import('#server/features/messages/messages.model.ts')
  const [one, other] = people
  await MessageModel.insertMany(
    Array.from({ length: lastSeq - 1 }, (_, at) => ({
      conversationId,
      seq: at + 2,
      senderId: at % 2 === 0 ? one.id : other.id,
      receiverId: at % 2 === 0 ? other.id : one.id,
      content: `m${at + 2}`,
      createdAt: new Date(),
    })),
  )
  await ConversationModel.updateOne({ _id: conversationId }, { $set: { lastSeq } })
}
