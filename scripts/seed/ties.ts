import { Types } from 'mongoose'
import type { FollowDocument } from '#server/features/people/follows/follows.model.ts'
import type { MembershipDocument } from '#server/features/messages/memberships.model.ts'
import { newMembership } from '#server/features/messages/memberships.ts'
import type { ConversationDocument, MessageDocument } from '#server/features/messages/messages.model.ts'
import { searchWords } from '#server/features/messages/search/search-words.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import type { Random } from './random.ts'
import { WHISPERS } from './words.ts'

/** Follows: people at the front of the list have many followers. Raises both counts. */
export function follows(random: Random, everybody: UserDocument[], now: number): FollowDocument[] {
  return everybody.flatMap((follower) => {
    const wanted = random.int(5, Math.min(60, everybody.length - 1))
    const chosen = new Set(
      Array.from({ length: wanted }, () => everybody[random.powerLaw(everybody.length, 2)]!),
    )
    chosen.delete(follower)
    return [...chosen].map((followee): FollowDocument => {
      follower.followingCount += 1
      followee.followerCount += 1
      return {
        _id: new Types.ObjectId(),
        followerId: follower._id,
        followeeId: followee._id,
        createdAt: new Date(now - random.int(1, 30 * 24) * 3600_000),
      }
    })
  })
}

export interface Talk {
  conversation: ConversationDocument
  memberships: MembershipDocument[]
  messages: MessageDocument[]
}

/** Conversations among the cast, each a part of the same long argument; a few end with unread messages. */
export function talks(random: Random, cast: UserDocument[], now: number): Talk[] {
  const king = cast[0]!
  const pairs = [
    ...cast.slice(1, 9).map((other) => [king, other] as const),
    ...cast.slice(1, 7).map((one, index) => [one, cast[index + 8]!] as const),
  ]
  return pairs.map(([one, other]) => talk(random, one, other, now - random.int(2, 50) * 3600_000))
}

function talk(random: Random, one: UserDocument, other: UserDocument, end: number): Talk {
  const lines = random.int(12, 140)
  const unread = random.chance(0.4) ? random.int(1, 3) : 0
  const conversationId = new Types.ObjectId()
  const messages = Array.from({ length: lines }, (_, index): MessageDocument => {
    // The last messages are from the other person, so that unread ones are theirs.
    const fromOther = index >= lines - 3 || random.chance(0.5)
    const [sender, receiver] = fromOther ? [other, one] : [one, other]
    const content = WHISPERS[index % WHISPERS.length]!
    return {
      _id: new Types.ObjectId(),
      conversationId,
      seq: index + 1,
      senderId: sender._id,
      receiverId: receiver._id,
      content,
      mediaUrl: null,
      mediaType: null,
      words: searchWords({ content, mediaType: null }),
      deleted: false,
      createdAt: new Date(end - (lines - index) * random.int(2, 9) * 60_000),
      rev: 1,
    }
  })
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((message, index) => ({ ...message, seq: index + 1 }))
  const tail = messages
    .slice(-unread || lines)
    .filter(({ receiverId }) => unread > 0 && receiverId.equals(one._id)).length
  const { length } = messages
  // They know of what is unread; the seed has no notification of it.
  const has = ({ _id: userId }: UserDocument, { _id: otherId }: UserDocument, readSeq: number) =>
    newMembership(conversationId, userId, { otherId, readSeq, told: length })
  return {
    conversation: conversationOf(conversationId, one, other, messages),
    memberships: [has(one, other, length - tail), has(other, one, length)],
    messages,
  }
}

function conversationOf(
  _id: Types.ObjectId,
  one: UserDocument,
  other: UserDocument,
  messages: MessageDocument[],
): ConversationDocument {
  const last = messages.at(-1)!
  const [first, second] = [one._id, other._id].sort((a, b) =>
    a.toHexString().localeCompare(b.toHexString()),
  ) as [Types.ObjectId, Types.ObjectId]
  return {
    _id,
    pair: `${first.toHexString()}:${second.toHexString()}`,
    people: [first, second],
    lastSeq: messages.length,
    lastMessage: { senderId: last.senderId, content: last.content, createdAt: last.createdAt },
    said: { seq: messages.length, at: last.createdAt },
    createdAt: messages[0]!.createdAt,
    rev: messages.length,
  }
}
