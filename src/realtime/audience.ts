import type { FeedTopic, PushedPayload, PushName, Topic } from '#contract/events.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { AudienceKeys, AudienceName } from '#contract/events.declare.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import type { MessageView } from '#contract/messages.ts'
import type { PublicPostView } from '#contract/posts.ts'
import type { HiddenFrom, Hiding, Kind, Visible } from '#server/features/people/relations/relations.policy.ts'
import { commentHiddenFrom } from '#server/features/comments/comments.policy.ts'
import type { MessageReader } from '#server/features/messages/messages.policy.ts'
import { postHiddenFrom } from '#server/features/posts/posts.policy.ts'
import { forbidden, unauthorised } from '#server/platform/errors.ts'
import { isStaff, type Viewer } from '#server/platform/viewer.ts'

/**
 * The rooms, and who receives each event: only this file decides it (LIVE L10). A socket joins a room only if
 * REST would let its person read the same.
 */
export interface Audience {
  rooms: readonly string[]
  /** Excludes people, by the sets that each process has of its own (`rooms/hidden-people.ts`). */
  except: readonly Hiding[]
  /** All sockets, whatever their rooms are. */
  everybody?: true
  /** Only people who follow this author, of pages that watch 'following'. */
  followersOf?: string
  /** Without this socket. */
  not?: string
}

/** An audience by the rule of a kind of thing, which the kind's policy has for reads and pushes. */
export type AudienceOf<K extends Kind> = Audience & { except: HiddenFrom<K> }

type KindOf<V> = V extends readonly (infer One)[]
  ? KindOf<One>
  : V extends PublicPostView
    ? 'post'
    : V extends PublicCommentView
      ? 'comment'
      : V extends MessageView
        ? 'message'
        : never
/** The kind of thing that a push carries; never if everybody in its rooms may see what it carries. */
type KindIn<N extends PushName> = {
  [Field in keyof PushedPayload<N>]-?: KindOf<PushedPayload<N>[Field]>
}[keyof PushedPayload<N>]
/** What a push needs: one that carries a post goes only to an audience by the rule of posts. */
export type AudienceFor<N extends PushName> = [KindIn<N>] extends [never] ? Audience : AudienceOf<KindIn<N>>

type Seen<V> = [KindOf<V>] extends [never] ? V : V extends readonly (infer One)[] ? Seen<One>[] : Visible<V>
/** What is sent to one socket: things that have passed their rule for its person. */
export type SeenPayload<N extends PushName> = {
  [Field in keyof PushedPayload<N>]: Seen<PushedPayload<N>[Field]>
}

declare const receives: unique symbol
/** The id of a socket of such an audience. */
export type Receiver<K extends Kind> = string & { readonly [receives]: K }
export type ReceiverFor<N extends PushName> = [KindIn<N>] extends [never] ? string : Receiver<KindIn<N>>
export type ReceiverOf<A extends Audience> = A extends AudienceOf<infer K> ? Receiver<K> : string

/** Where an event for this audience must go: to processes with such a room; null: to all of them. */
export const roomsOf = ({ rooms, everybody: all }: Audience): readonly string[] | null => (all ? null : rooms)

/** Every page that is open, of visitors too: only for announcements. */
export const everybody: Audience = { rooms: [], except: [], everybody: true }

const everybodyIn = (...rooms: string[]): Audience => ({ rooms, except: [] })

/** All pages of one person, on every device. */
export const userRoom = (userId: string): string => `user:${userId}`
/** The person of a user room; null for every other room. */
export const userIdOf = (room: string): string | null =>
  room.startsWith('user:') ? room.slice('user:'.length) : null
/** Pages that show this post. */
export const postRoom = (postId: string): string => `post:${postId}`
export const isPostRoom = (room: string): boolean => room.startsWith('post:')
export const topicRoom = (topic: Topic): string => `topic:${topic}`
/** Pages that show this person's profile. */
export const profileRoom = (userId: string): string => `profile:${userId}`
export const isProfileRoom = (room: string): boolean => room.startsWith('profile:')
/**
 * Pages that have a conversation with this person open, and may know that the person is online (LIVE L22).
 */
export const presenceRoom = (userId: string): string => `presence:${userId}`
/** The person of a presence room; null for every other room. */
export const watchedPersonOf = (room: string): string | null =>
  room.startsWith('presence:') ? room.slice('presence:'.length) : null
/** Pages that show this post, article or profile by itself, for the number of people there. */
export const attendanceRoom = (id: string): string => `attendance:${id}`
/** The id of the thing of such a room; null for every other room. */
export const attendedIdOf = (room: string): string | null =>
  room.startsWith('attendance:') ? room.slice('attendance:'.length) : null
/** Pages of this person that have the conversation with the other one open. */
export const openChatRoom = (userId: string, otherId: string): string => `chat:${userId}:${otherId}`
export const isOpenChatRoom = (room: string): boolean => room.startsWith('chat:')
/** People with a block between them and this person, in either direction. */
const acrossBlock = (personId: string): Hiding[] => [{ set: 'blocked', personId }]

export const onePerson = (userId: string): Audience => everybodyIn(userRoom(userId))

/** All pages of people who may read a message (LIVE L92): what each of them sees of it is for the caller to know. */
export const audienceOfReaders = (readers: readonly MessageReader[]): AudienceOf<'message'> =>
  audienceOfMembers(readers) as AudienceOf<'message'>

/** These members of a group: a room of their own would have to follow every joining and leaving. */
export const audienceOfMembers = (userIds: readonly string[]): Audience =>
  everybodyIn(...userIds.map(userRoom))

/** Pages that show the post. The post of a muted author may be read, that of a blocked one may not. */
export const viewersOf = (post: { id: string; authorId: string }): AudienceOf<'post'> => ({
  rooms: [postRoom(post.id)],
  except: postHiddenFrom(post, 'opened'),
})

/** Pages that show the profile. For a blocked person it does not exist; a blocker sees it, to end the block. */
export const visitorsOf = (userId: string): Audience => ({
  rooms: [profileRoom(userId)],
  except: [{ set: 'blockedBy', personId: userId }],
})

/** Pages that get new posts of this author in a list. */
export const newPostReaders = (topic: FeedTopic, authorId: string): AudienceOf<'post'> => ({
  rooms: [topicRoom(topic)],
  except: postHiddenFrom({ authorId }, 'listed'),
  ...(topic === 'following' && { followersOf: authorId }),
})

/** Pages that may have the post in a list: for its id alone. */
export const listSubscribersOf = (post: { id: string; authorId: string }): Audience => ({
  rooms: [postRoom(post.id), topicRoom('feed'), topicRoom('following')],
  except: postHiddenFrom(post, 'opened'),
})

/** Pages that show the post, if they may see it and the comment's author is not hidden from them. */
export const readersOfComment = (
  comment: { postId: string; authorId: string },
  postAuthorId: string,
): AudienceOf<'comment'> => ({
  rooms: [postRoom(comment.postId)],
  except: commentHiddenFrom({ authorId: comment.authorId, postAuthorId }),
})

/** Pages that have a conversation with this person open and may know whether the person is online. */
export const presenceWatchers = (userId: string): Audience => ({
  rooms: [presenceRoom(userId)],
  except: acrossBlock(userId),
})

/** The number alone, which says nothing about the thing or about anybody. */
export const attendeesOf = (id: string): Audience => everybodyIn(attendanceRoom(id))

/** One person's pages that have the conversation open, for the other person's presence. */
export const openChatPages = (userId: string, otherId: string): Audience => ({
  rooms: [openChatRoom(userId, otherId)],
  except: acrossBlock(otherId),
})

/** The same across a block: only for "not online". */
export const openChatPagesDespiteBlock = (userId: string, otherId: string): Audience =>
  everybodyIn(openChatRoom(userId, otherId))

/** Signs of typing go both ways or not at all (LIVE L42). */
export const mayShowTyping = (viewer: Viewer, other: Viewer | null): boolean =>
  !viewer.hidesTyping && other !== null && !other.hidesTyping

/** Throws 403 across a block: a person who types is not announced there. */
export function assertMayType(viewer: Viewer | null, otherId: string): asserts viewer is Viewer {
  if (!viewer || viewer.blocked.has(otherId)) throw forbidden(MESSAGES.blocked)
}

/** Pages that show the trending hashtags. */
export const trendReaders: Audience = everybodyIn(topicRoom('trends'))

/** Pages that show the blog, and admins' pages that show its editor. */
export const blogReaders: Audience = everybodyIn(topicRoom('blog'))
export const blogWriters: Audience = everybodyIn(topicRoom('decrees'))

/** Admins' pages that show the dashboard, the analytics, the monitor, the Sewer Map. */
export const dashboardAdmins: Audience = everybodyIn(topicRoom('admin'))
export const analyticsAdmins: Audience = everybodyIn(topicRoom('analytics'))
export const monitorAdmins: Audience = everybodyIn(topicRoom('monitor'))
export const sewerAdmins: Audience = everybodyIn(topicRoom('sewer'))

/** Dashboards of admins and of moderators: reports, decisions, the review queue. */
export const dashboardStaff: Audience = everybodyIn(topicRoom('admin'), topicRoom('moderation'))
/** Pages of admins and moderators, for the count of reports beside 'Dashboard'. */
export const pendingStaff: Audience = everybodyIn(topicRoom('pending'))

/** The audiences that an event can name, and which key of the payload only the server needs. */
const NAMED: {
  readonly [A in AudienceName]: { of: (keys: AudienceKeys[A]) => Audience; key?: keyof AudienceKeys[A] }
} = {
  onePerson: { of: ({ userId }) => onePerson(userId), key: 'userId' },
  visitorsOf: { of: ({ profileId }) => visitorsOf(profileId), key: 'profileId' },
  blogReaders: { of: () => blogReaders },
  dashboardAdmins: { of: () => dashboardAdmins },
  dashboardStaff: { of: () => dashboardStaff },
  everybody: { of: () => everybody },
}

/** Who receives an event that names its audience. `payload`: of the bus. */
export const namedAudience = (name: AudienceName, payload: object): Audience =>
  NAMED[name].of(payload as never)

/** The payload without what only its audience needs. */
export function wireOf(name: AudienceName, payload: object): object {
  const { key } = NAMED[name]
  return Object.fromEntries(Object.entries(payload).filter(([field]) => field !== key))
}

/** Throws 401 or 403 when the viewer may not watch the topic (DECISIONS row 44). */
export function assertMayWatch(viewer: Viewer | null, topic: Topic): void {
  if (PUBLIC_TOPICS.includes(topic)) return
  if (!viewer) throw unauthorised()
  if (topic === 'following' || viewer.isAdmin) return
  if (!(STAFF_TOPICS.includes(topic) && isStaff(viewer)))
    throw forbidden(viewer.crownWaits ? MESSAGES.secondFactorFirst : MESSAGES.forbidden)
}

const PUBLIC_TOPICS: readonly Topic[] = ['feed', 'trends', 'blog']
const ADMIN_TOPICS: readonly Topic[] = ['analytics', 'monitor', 'sewer', 'decrees', 'admin']
const STAFF_TOPICS: readonly Topic[] = ['moderation', 'pending']

/** Rooms that are closed to this person: they leave them when they lose a role. */
export const roomsClosedTo = (viewer: Pick<Viewer, 'isAdmin' | 'isModerator'>): readonly string[] => [
  ...(viewer.isAdmin ? [] : ADMIN_TOPICS.map(topicRoom)),
  ...(isStaff(viewer) ? [] : STAFF_TOPICS.map(topicRoom)),
]
