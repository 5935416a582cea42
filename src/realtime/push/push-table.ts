import type { PublicCommentView } from '#contract/comments.ts'
import type { EventDeclaration, Pushed } from '#contract/events.declare.ts'
import { PUSHED_EVENTS, type PushName } from '#contract/events.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import {
  dashboardAdmins,
  dashboardStaff,
  everybody,
  blogReaders,
  blogWriters,
  listSubscribersOf,
  audienceOfMembers,
  audienceOfReaders,
  namedAudience,
  onePerson,
  readersOfComment,
  roomsClosedTo,
  roomsOf,
  userRoom,
  viewersOf,
  wireOf,
} from '../audience.ts'
import { socketsOf, type Delivery } from '../delivery.ts'
import { bothReaders } from '#server/features/messages/messages.policy.ts'
import { leave, socketsIn, type LiveServer } from '../sockets.ts'
import { throttle, throttleNewest } from '../throttle.ts'
import { rememberDeletions } from './deletions.ts'
import { byHiddenReactors } from './hidden-reactors.ts'
import { announcePosts } from './posts-announce.ts'

interface PushParts {
  io: LiveServer
  delivery: Delivery
}

/** Starts the pushes of one domain; returns the functions that stop them. */
type Push = (parts: PushParts) => (() => void)[]

const all = async (...sent: Promise<void>[]): Promise<void> => void (await Promise.all(sent))

/** What names its audience in the contract. */
const declared: Push = (parts) =>
  (Object.keys(PUSHED_EVENTS) as DeclaredPush[]).flatMap((name) => pushAsDeclared(name, parts))

type DeclaredPush = {
  [N in PushName]: (typeof PUSHED_EVENTS)[N] extends Pushed ? N : never
}[PushName]

function pushAsDeclared(name: DeclaredPush, { delivery }: PushParts): (() => void)[] {
  const event: EventDeclaration<unknown, unknown> & Partial<Pushed> = PUSHED_EVENTS[name]
  const { to, newestOf } = event
  if (!to) return []
  const send = (payload: object) => delivery.to(namedAudience(to, payload), name, wireOf(to, payload))
  const newest = newestOf && throttleNewest<object>((payload) => payload[newestOf as never], send)
  return [
    bus.onCluster(name, newest ? newest.put : send, (payload) => roomsOf(namedAudience(to, payload))),
    () => newest && newest.stop(),
  ]
}

type MessagePayload = DomainEvents['message:updated'] & Partial<DomainEvents['message:created']>

/**
 * Messages, to the two people; to the receiver of a request without what is kept from them (LIVE L45). In a group to its
 * members, each as they may see it (LIVE L50).
 */
const messages: Push = ({ delivery }) => [
  ...(['message:created', 'message:updated'] as const).map((name) =>
    bus.onCluster(
      name,
      (payload: MessagePayload) => {
        const { forReceiver, members: _, ...event } = payload
        const both = bothReaders(event.message)
        if (!forReceiver) return delivery.to(audienceOfReaders(both), name, event)
        return all(
          ...both.map((reader) => {
            const message = reader === event.message.receiverId ? forReceiver : event.message
            return delivery.to(audienceOfReaders([reader]), name, { ...event, message })
          }),
        )
      },
      ({ message }: MessagePayload) => audienceOfReaders(bothReaders(message)).rooms,
    ),
  ),
  bus.onCluster(
    'group:message',
    ({ to, name, event }) => delivery.to(audienceOfReaders(to), name, event),
    ({ to }) => audienceOfReaders(to).rooms,
  ),
]

/** How far a member of a group has read. */
const reads: Push = ({ delivery }) => [
  bus.onCluster(
    'group:read',
    ({ to, ...event }) => delivery.to(audienceOfMembers(to), 'group:read', event),
    ({ to }) => audienceOfMembers(to).rooms,
  ),
]

/** Signs of typing, and whether the person is looking at one of their pages (LIVE L30, L34). */
const signals: Push = ({ delivery }) => [
  bus.onCluster(
    'typing',
    ({ to, ...event }) => delivery.volatile(audienceOfMembers(to), 'typing', event),
    ({ to }) => audienceOfMembers(to).rooms,
  ),
  bus.onCluster(
    'attention',
    ({ userId, from, ...event }) =>
      delivery.volatile({ ...onePerson(userId), ...(from && { not: from }) }, 'attention', event),
    ({ userId }) => onePerson(userId).rooms,
  ),
]

/** New posts, counters of posts on screen, deletions. */
const posts: Push = ({ io, delivery }) => {
  const announcements = announcePosts(io, delivery)
  const deletions = rememberDeletions()
  const counters = throttleNewest<PublicPostView>(
    (post) => post,
    async (post) => {
      const parts = byHiddenReactors(io, socketsOf(io, viewersOf(post)), [post])
      await Promise.all(
        parts.map(({ ids, posts: [seen = post] }) => delivery.toIds(ids, 'post:updated', { post: seen })),
      )
    },
  )
  return [
    bus.onCluster('post:created', ({ post }) => {
      if (!deletions.cover(post)) announcements.add(post)
    }),
    bus.onCluster('post:updated', ({ post }) => {
      if (!deletions.cover(post)) counters.put(post)
    }),
    bus.onCluster('post:deleted', ({ id, rev, authorId }) => {
      deletions.note({ id, rev })
      announcements.withdraw(id)
      counters.drop(id)
      return delivery.to(listSubscribersOf({ id, authorId }), 'post:deleted', { id, rev })
    }),
    () => counters.stop(),
    () => announcements.stop(),
  ]
}

interface PushedComment {
  comment: PublicCommentView
  postAuthorId: string
}

const roomsOfComment = ({ comment, postAuthorId }: PushedComment) =>
  readersOfComment(comment, postAuthorId).rooms

/** A comment's poos may come many times a second (LIVE L13). */
const comments: Push = ({ delivery }) => {
  const deletions = rememberDeletions()
  const changes = throttleNewest<PushedComment>(
    ({ comment }) => comment,
    ({ comment, postAuthorId }) =>
      delivery.to(readersOfComment(comment, postAuthorId), 'comment:updated', { comment }),
  )
  return [
    bus.onCluster(
      'comment:created',
      async ({ comment, clientId, postAuthorId }) => {
        if (deletions.cover(comment)) return
        await delivery.to(readersOfComment(comment, postAuthorId), 'comment:created', { comment, clientId })
      },
      roomsOfComment,
    ),
    bus.onCluster(
      'comment:updated',
      ({ comment, postAuthorId }) => {
        if (!deletions.cover(comment)) changes.put({ comment, postAuthorId })
      },
      roomsOfComment,
    ),
    // Everywhere: a process that does not show the post yet may do so before a late event of it comes (LIVE L75).
    bus.onCluster('comment:deleted', ({ postAuthorId, ...comment }) => {
      const { id, rev, postId } = comment
      deletions.note({ id, rev })
      changes.drop(id)
      return delivery.to(readersOfComment(comment, postAuthorId), 'comment:deleted', { id, rev, postId })
    }),
    () => changes.stop(),
  ]
}

/** Every page reads its lists after it: nobody can cause that more often by deleting and undoing. ms. */
const LISTS_GAP_MS = 10_000

/** Lists about which nothing is pushed have changed (LIVE L82). */
const lists: Push = ({ delivery }) => {
  const changes = throttle<object>({
    gap: LISTS_GAP_MS,
    merge: (_, next) => next,
    flush: () => delivery.to(everybody, 'lists:changed', {}),
  })
  return [bus.onCluster('lists:changed', (change) => changes.put('lists', change)), () => changes.stop()]
}

/** A person's own account, to all of their pages. */
const account: Push = ({ io, delivery }) => [
  bus.onCluster('viewer:updated', ({ user }) => {
    // A person who has lost a role gets no more of what it showed (LIVE L10).
    const closed = roomsClosedTo(user)
    if (closed.length > 0) for (const socket of socketsIn(io, userRoom(user.id))) leave(socket, closed)
    return delivery.to(onePerson(user.id), 'viewer:updated', { user })
  }),
]

/** A deleted account: its id to every page, which may show the person in a list, and to dashboards. */
const deletedPeople: Push = ({ delivery }) => [
  bus.onCluster('user:deleted', ({ userId }) =>
    all(
      delivery.to(everybody, 'profile:deleted', { id: userId }),
      // It stays deleted, whatever revision arrives later.
      delivery.to(dashboardAdmins, 'person:deleted', { id: userId, rev: Number.MAX_SAFE_INTEGER }),
    ),
  ),
]

const blogRooms = () => [...blogWriters.rooms, ...blogReaders.rooms]

/** Blog posts, to pages that show the blog. Drafts go to admins; for readers an unpublished post is deleted (LIVE L10). */
const blog: Push = ({ delivery }) => [
  bus.onCluster(
    'blog:updated',
    ({ decree }) =>
      all(
        delivery.to(blogWriters, 'blog:updated', { decree }),
        decree.published
          ? delivery.to(blogReaders, 'blog:updated', { decree })
          : delivery.to(blogReaders, 'blog:deleted', { id: decree.id, rev: decree.rev, unpublished: true }),
      ),
    blogRooms,
  ),
  bus.onCluster(
    'blog:deleted',
    (tombstone) =>
      all(
        delivery.to(blogWriters, 'blog:deleted', tombstone),
        delivery.to(blogReaders, 'blog:deleted', tombstone),
      ),
    blogRooms,
  ),
]

const roomsOfHeld = ({ authorId }: { authorId: string }) => [
  ...dashboardStaff.rooms,
  ...onePerson(authorId).rooms,
]

/** The review queue, to dashboards; and to the author what they see of it. */
const heldWritings: Push = ({ delivery }) => [
  bus.onCluster(
    'held:added',
    ({ authorId, held, waiting }) =>
      all(
        delivery.to(dashboardStaff, 'held:added', { held }),
        ...(waiting ? [delivery.to(onePerson(authorId), 'waiting:added', { waiting })] : []),
      ),
    roomsOfHeld,
  ),
  bus.onCluster(
    'held:deleted',
    ({ authorId, id, rev }) =>
      all(
        delivery.to(dashboardStaff, 'held:deleted', { id, rev }),
        delivery.to(onePerson(authorId), 'waiting:deleted', { id, rev }),
      ),
    roomsOfHeld,
  ),
]

/**
 * Starts every push that follows a change: each process hears it and sends to its own sockets. Figures that are read
 * again and again are in figures.ts. Returns the function that stops all of them.
 */
export function startPushes(io: LiveServer, delivery: Delivery): () => void {
  const stops = PUSHES.flatMap((push) => push({ io, delivery }))
  return () => stops.forEach((stop) => stop())
}

const PUSHES: readonly Push[] = [
  declared,
  messages,
  reads,
  signals,
  posts,
  comments,
  lists,
  account,
  deletedPeople,
  blog,
  heldWritings,
]
