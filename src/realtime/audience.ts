import type { Topic } from '#contract/events.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { MessageView } from '#contract/messages.ts'
import { forbidden, unauthorised } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * Rooms, and with them who may receive what: nothing else decides it (LIVE L10). A socket gets into a room
 * only by what REST would let its person read; who hides somebody sits in that person's `blocked:` or
 * `muted:` room and is left out.
 */
export interface Audience {
  rooms: readonly string[]
  except: readonly string[]
}

/** Everything one person's tabs and devices hear. */
export const userRoom = (userId: string): string => `user:${userId}`
/** Whose room it is; null for every other kind of room. */
export const userIdOf = (room: string): string | null =>
  room.startsWith('user:') ? room.slice('user:'.length) : null
/** Who has this post on screen. */
export const postRoom = (postId: string): string => `post:${postId}`
export const topicRoom = (topic: Topic): string => `topic:${topic}`
/** Who watches 'following' and follows this author. */
export const authorRoom = (authorId: string): string => `author:${authorId}`
export const isAuthorRoom = (room: string): boolean => room.startsWith('author:')
/** Who has this person's profile on screen. */
export const profileRoom = (userId: string): string => `profile:${userId}`
export const isProfileRoom = (room: string): boolean => room.startsWith('profile:')
/** Who looks at a conversation with this person, and has been written to or is followed by them. */
export const presenceRoom = (userId: string): string => `presence:${userId}`
export const watchedPersonOf = (room: string): string | null =>
  room.startsWith('presence:') ? room.slice('presence:'.length) : null
/**
 * Where this person's pages wait that have a conversation with the other one open, whether or not they may
 * know that the other one is there.
 */
export const openChatRoom = (userId: string, otherId: string): string => `chat:${userId}:${otherId}`
export const isOpenChatRoom = (room: string): boolean => room.startsWith('chat:')
/** Who has blocked this person, or is blocked by them. */
export const blockedRoom = (userId: string): string => `blocked:${userId}`
/** Who has muted this person. */
export const mutedRoom = (userId: string): string => `muted:${userId}`

/** Rooms of those who do not meet what this person writes. */
export const hidingRooms = (authorId: string): readonly string[] => [
  blockedRoom(authorId),
  mutedRoom(authorId),
]

/** Rooms a viewer sits in so as to be left out. */
export const hiddenPeopleRooms = ({ blocked, muted }: Viewer): string[] => [
  ...[...blocked].map(blockedRoom),
  ...[...muted].map(mutedRoom),
]
export const isHidingRoom = (room: string): boolean =>
  room.startsWith('blocked:') || room.startsWith('muted:')

export const onePerson = (userId: string): Audience => ({ rooms: [userRoom(userId)], except: [] })

/** Both people of a conversation, and nobody else. */
export const bothPeople = ({ senderId, receiverId }: MessageView): Audience => ({
  rooms: [userRoom(senderId), userRoom(receiverId)],
  except: [],
})

/** Who has the post on screen. A muted author's post may be looked at; a blocked one's may not. */
export const onlookersOf = (post: { id: string; authorId: string }): Audience => ({
  rooms: [postRoom(post.id)],
  except: [blockedRoom(post.authorId)],
})

/** Who has the profile on screen. Whoever is blocked finds no such person. */
export const visitorsOf = (userId: string): Audience => ({
  rooms: [profileRoom(userId)],
  except: [blockedRoom(userId)],
})

/** Whoever may hold the post in a list: only its id travels. */
export const holdersOf = (post: { id: string; authorId: string }): Audience => ({
  rooms: [postRoom(post.id), topicRoom('feed'), authorRoom(post.authorId)],
  except: [blockedRoom(post.authorId)],
})

/** Who has the post on screen, may see it, and meets the comment's author. */
export const readersOfComment = (
  comment: { postId: string; authorId: string },
  postAuthorId: string,
): Audience => ({
  rooms: [postRoom(comment.postId)],
  except: [...hidingRooms(comment.authorId), blockedRoom(postAuthorId)],
})

/** Those of a conversation with this person who may know whether they are there. */
export const presenceWatchers = (userId: string): Audience => ({
  rooms: [presenceRoom(userId)],
  except: [blockedRoom(userId)],
})

/** Who has the blog on screen, and which admins its workshop. */
export const decreeReaders: Audience = { rooms: [topicRoom('blog')], except: [] }
export const decreeWriters: Audience = { rooms: [topicRoom('decrees')], except: [] }

/** Admins who have the dashboard on screen. */
export const dashboardAdmins: Audience = { rooms: [topicRoom('admin')], except: [] }

/** Throws 401 or 403 when the topic is not for this viewer (DECISIONS row 44). */
export function assertMayWatch(viewer: Viewer | null, topic: Topic): void {
  if (topic === 'feed' || topic === 'blog') return
  if (!viewer) throw unauthorised()
  if (topic !== 'following' && !viewer.isAdmin)
    throw forbidden(viewer.crownWaits ? MESSAGES.secondFactorFirst : MESSAGES.forbidden)
}

/** Topics that end with the rights they need. */
export const ADMIN_ROOMS: readonly string[] = [
  topicRoom('analytics'),
  topicRoom('monitor'),
  topicRoom('decrees'),
  topicRoom('admin'),
]
