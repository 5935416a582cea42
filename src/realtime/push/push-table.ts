import type { AdminPersonView } from '#contract/admin.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import type { PushName, PushPayload } from '#contract/events.ts'
import type { UploadView } from '#contract/media.ts'
import type { PublicPostView } from '#contract/posts.ts'
import type { PublicProfileView } from '#contract/people.ts'
import { bus } from '#server/platform/bus.ts'
import { pushes } from '#server/platform/metrics.ts'
import {
  bothPeople,
  dashboardAdmins,
  dashboardStaff,
  everybody,
  blogReaders,
  blogWriters,
  listSubscribersOf,
  onePerson,
  readersOfComment,
  roomsClosedTo,
  userRoom,
  viewersOf,
  visitorsOf,
  type Audience,
} from '../audience.ts'
import { membersOf, type Delivery } from '../delivery.ts'
import { pickSocket, probeLatency } from '../latency-probe.ts'
import { leave, socketsIn, toAudience, type LiveServer } from '../sockets.ts'
import { throttleNewest } from '../throttle.ts'
import { byHiddenReactors } from './hidden-reactors.ts'
import { announcePosts } from './posts.announce.ts'

export interface PushParts {
  io: LiveServer
  /** To the sockets of this process: for events that every process hears (`bus.onCluster`). */
  delivery: Delivery
  /** To the sockets of all processes, by Socket.IO's adapter: for events that only this process hears. */
  everywhere: Everywhere
}

type Everywhere = <N extends PushName>(audience: Audience, name: N, payload: PushPayload<N>) => void

/** Starts the pushes of one domain; returns the functions that stop them. */
type Push = (parts: PushParts) => (() => void)[]

/** Messages and conversations, to the two people. */
const messages: Push = ({ everywhere }) => [
  bus.onLocal('message:created', (event) => everywhere(bothPeople(event.message), 'message:created', event)),
  bus.onLocal('message:updated', (event) => everywhere(bothPeople(event.message), 'message:updated', event)),
  // Each person gets their own view: unread counts are private.
  bus.onLocal('conversation:updated', ({ userId, conversation }) =>
    everywhere(onePerson(userId), 'conversation:updated', { conversation }),
  ),
]

const notifications: Push = ({ everywhere }) => [
  bus.onLocal('notification:created', ({ userId, notification }) =>
    everywhere(onePerson(userId), 'notification:created', { notification }),
  ),
  bus.onLocal('notification:updated', ({ userId, notifications: updated }) =>
    everywhere(onePerson(userId), 'notification:updated', { notifications: updated }),
  ),
  bus.onLocal('notification:deleted', ({ userId, ids }) =>
    everywhere(onePerson(userId), 'notification:deleted', { ids }),
  ),
  bus.onLocal('notification:count', ({ userId, count, rev }) =>
    everywhere(onePerson(userId), 'notification:count', { count, rev }),
  ),
  bus.onLocal('attention:asked', ({ userId, about }) =>
    everywhere(onePerson(userId), 'attention', { about, kind: 'asks' }),
  ),
]

/** New posts, counters of posts on screen, deletions, and one's own reactions, bookmarks and votes to one's other pages. */
const posts: Push = ({ io, delivery, everywhere }) => {
  const announcements = announcePosts(io, delivery)
  const counters = throttleNewest<PublicPostView>(
    (post) => post,
    async (post) => {
      const parts = byHiddenReactors(io, membersOf(io, viewersOf(post)), [post])
      await Promise.all(
        parts.map(({ ids, posts: [seen = post] }) => delivery.toIds(ids, 'post:updated', { post: seen })),
      )
    },
  )
  return [
    bus.onCluster('post:created', ({ post }) => announcements.add(post)),
    bus.onCluster('post:updated', ({ post }) => counters.put(post)),
    bus.onCluster('post:deleted', ({ id, rev, authorId }) => {
      announcements.withdraw(id)
      counters.drop(id)
      return delivery.to(listSubscribersOf({ id, authorId }), 'post:deleted', { id, rev })
    }),
    bus.onCluster('post:reacted', ({ userId, ...reaction }) =>
      delivery.to(onePerson(userId), 'post:reacted', reaction),
    ),
    bus.onLocal('post:kept', ({ userId, bookmark }) =>
      everywhere(onePerson(userId), 'post:kept', { bookmark }),
    ),
    bus.onLocal('post:voted', ({ userId, vote }) => everywhere(onePerson(userId), 'post:voted', { vote })),
    () => counters.stop(),
    () => announcements.stop(),
  ]
}

interface PushedComment {
  comment: PublicCommentView
  postAuthorId: string
}

/** A comment's poos may come many times a second (LIVE L13). */
const comments: Push = ({ delivery }) => {
  const changes = throttleNewest<PushedComment>(
    ({ comment }) => comment,
    ({ comment, postAuthorId }) =>
      delivery.to(readersOfComment(comment, postAuthorId), 'comment:updated', { comment }),
  )
  return [
    bus.onCluster('comment:created', ({ comment, clientId, postAuthorId }) =>
      delivery.to(readersOfComment(comment, postAuthorId), 'comment:created', { comment, clientId }),
    ),
    bus.onCluster('comment:updated', ({ comment, postAuthorId }) => changes.put({ comment, postAuthorId })),
    bus.onCluster('comment:pooed', ({ userId, ...poo }) =>
      delivery.to(onePerson(userId), 'comment:pooed', poo),
    ),
    bus.onCluster('comment:deleted', ({ postAuthorId, ...comment }) => {
      const { id, rev, postId } = comment
      changes.drop(id)
      return delivery.to(readersOfComment(comment, postAuthorId), 'comment:deleted', { id, rev, postId })
    }),
    () => changes.stop(),
  ]
}

/** A person's own account, to all of their pages. */
const account: Push = ({ io, delivery, everywhere }) => [
  bus.onLocal('sessions:updated', ({ userId, sessions }) =>
    everywhere(onePerson(userId), 'sessions:updated', { sessions }),
  ),
  bus.onCluster('viewer:updated', ({ user }) => {
    // A person who has lost a role gets no more of what it showed (LIVE L10).
    const closed = roomsClosedTo(user)
    if (closed.length > 0) for (const socket of socketsIn(io, userRoom(user.id))) leave(socket, closed)
    return delivery.to(onePerson(user.id), 'viewer:updated', { user })
  }),
  bus.onLocal('privacy:updated', ({ userId, settings }) =>
    everywhere(onePerson(userId), 'privacy:updated', { settings }),
  ),
]

/** Names, bio and counts of a profile, to pages that show it. Follower counts may change many times a second (LIVE L13). */
const profiles: Push = ({ everywhere }) => {
  const waiting = throttleNewest<PublicProfileView>(
    (profile) => profile,
    (profile) => everywhere(visitorsOf(profile.id), 'profile:updated', { profile }),
  )
  return [
    bus.onLocal('profile:updated', ({ profile }) => waiting.put(profile)),
    bus.onLocal('user:deleted', ({ userId }) =>
      everywhere(visitorsOf(userId), 'profile:deleted', { id: userId }),
    ),
    () => waiting.stop(),
  ]
}

/** Progress of one's own uploads, which changes many times a second (LIVE L13). */
const media: Push = ({ everywhere }) => {
  const uploads = throttleNewest<{ userId: string; media: UploadView }>(
    ({ media: upload }) => upload,
    ({ userId, media: upload }) => everywhere(onePerson(userId), 'media:updated', { media: upload }),
  )
  return [bus.onLocal('media:updated', (event) => uploads.put(event)), () => uploads.stop()]
}

/** Blog posts, to pages that show the blog. Drafts go to admins; for readers an unpublished post is deleted (LIVE L10). */
const blog: Push = ({ everywhere }) => [
  bus.onLocal('blog:updated', ({ decree }) => {
    everywhere(blogWriters, 'blog:updated', { decree })
    if (decree.published) everywhere(blogReaders, 'blog:updated', { decree })
    else everywhere(blogReaders, 'blog:deleted', { id: decree.id, rev: decree.rev })
  }),
  bus.onLocal('blog:deleted', (tombstone) => {
    everywhere(blogWriters, 'blog:deleted', tombstone)
    everywhere(blogReaders, 'blog:deleted', tombstone)
  }),
]

/** What the house says to everybody. */
const house: Push = ({ delivery }) => [
  bus.onCluster('announcement:updated', (event) => delivery.to(everybody, 'announcement:updated', event)),
]

/** Rows of the dashboard's tabs; and to the people concerned what they see of them. */
const dashboard: Push = ({ everywhere }) => {
  const people = throttleNewest<AdminPersonView>(
    (person) => person,
    (person) => everywhere(dashboardAdmins, 'person:updated', { person }),
  )
  return [
    bus.onLocal('person:updated', ({ person }) => people.put(person)),
    // A deleted account stays deleted, whatever revision arrives later.
    bus.onLocal('user:deleted', ({ userId }) =>
      everywhere(dashboardAdmins, 'person:deleted', { id: userId, rev: Number.MAX_SAFE_INTEGER }),
    ),
    bus.onLocal('report:updated', ({ report }) => everywhere(dashboardStaff, 'report:updated', { report })),
    bus.onLocal('case:updated', (event) => everywhere(dashboardStaff, 'case:updated', event)),
    bus.onLocal('held:added', ({ authorId, held, waiting }) => {
      everywhere(dashboardStaff, 'held:added', { held })
      if (waiting) everywhere(onePerson(authorId), 'waiting:added', { waiting })
    }),
    bus.onLocal('held:deleted', ({ authorId, id, rev }) => {
      everywhere(dashboardStaff, 'held:deleted', { id, rev })
      everywhere(onePerson(authorId), 'waiting:deleted', { id, rev })
    }),
    bus.onLocal('own-report:updated', ({ userId, report }) =>
      everywhere(onePerson(userId), 'own-report:updated', { report }),
    ),
    bus.onLocal('own-report:deleted', ({ userId, id, rev }) =>
      everywhere(onePerson(userId), 'own-report:deleted', { id, rev }),
    ),
    bus.onLocal('own-case:updated', ({ userId, ...event }) =>
      everywhere(onePerson(userId), 'own-case:updated', event),
    ),
    bus.onLocal('audit:added', ({ entry }) => everywhere(dashboardAdmins, 'audit:added', { entry })),
    bus.onLocal('recount:updated', (event) => everywhere(dashboardAdmins, 'recount:updated', event)),
    () => people.stop(),
  ]
}

/**
 * Starts every push that follows a change. `bus.onLocal` goes with `everywhere`: the process that committed
 * sends to all sockets. `bus.onCluster` goes with `delivery`: each process sends to its own sockets. Figures
 * that are read again and again are in figures.ts. Returns the function that stops all of them.
 */
export function startPushes(io: LiveServer, delivery: Delivery): () => void {
  const stops = PUSHES.flatMap((push) => push({ io, delivery, everywhere: toEverywhere(io) }))
  return () => stops.forEach((stop) => stop())
}

const toEverywhere =
  (io: LiveServer): Everywhere =>
  (audience, name, payload) => {
    pushes.inc({ event: name })
    const probed = pickSocket(io, () => membersOf(io, audience))
    toAudience(io, audience).emit(name, ...([payload] as never))
    if (probed) probeLatency(probed)
  }

const PUSHES: readonly Push[] = [
  messages,
  notifications,
  posts,
  comments,
  account,
  profiles,
  media,
  blog,
  house,
  dashboard,
]
