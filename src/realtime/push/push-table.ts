import type { PublicCommentView } from '#contract/comments.ts'
import type { EventDeclaration, Pushed, Reach } from '#contract/events.declare.ts'
import { PUSHED_EVENTS, type PushName, type PushPayload } from '#contract/events.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { bus, type ClusterEvent, type DomainEvents } from '#server/platform/bus.ts'
import { pushes } from '#server/platform/metrics.ts'
import {
  bothPeople,
  dashboardAdmins,
  dashboardStaff,
  everybody,
  blogReaders,
  blogWriters,
  listSubscribersOf,
  membersIn,
  namedAudience,
  onePerson,
  readersOfComment,
  roomsClosedTo,
  userRoom,
  viewersOf,
  wireOf,
  type Audience,
} from '../audience.ts'
import { membersOf, type Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { isInGroup } from '#server/features/messages/groups/groups.present.ts'
import { pickSocket, probeLatency } from '../latency-probe.ts'
import { leave, socketsIn, toAudience, type LiveServer } from '../sockets.ts'
import { throttle, throttleNewest } from '../throttle.ts'
import { rememberDeletions } from './deletions.ts'
import { byHiddenReactors } from './hidden-reactors.ts'
import { announcePosts } from './posts.announce.ts'

export interface PushParts extends Pick<GatewayParts, 'groupCopies'> {
  io: LiveServer
  /** To the sockets of this process: for events that every process hears (`bus.onCluster`). */
  delivery: Delivery
  /** To the sockets of all processes, by Socket.IO's adapter: for events that only this process hears. */
  everywhere: Everywhere
}

type Everywhere = <N extends PushName>(audience: Audience, name: N, payload: PushPayload<N>) => void

/** Starts the pushes of one domain; returns the functions that stop them. */
type Push = (parts: PushParts) => (() => void)[]

/** What names its audience in the contract. */
const declared: Push = (parts) =>
  (Object.keys(PUSHED_EVENTS) as PushName[]).flatMap((name) => pushAsDeclared(name, parts))

function pushAsDeclared(name: PushName, { delivery, everywhere }: PushParts): (() => void)[] {
  const event: EventDeclaration<Reach | null, unknown, unknown> & Partial<Pushed> = PUSHED_EVENTS[name]
  const { reach, to, newestOf } = event
  if (!reach || !to) return []
  const send = (payload: object) =>
    (reach === 'cluster' ? delivery.to : everywhere)(
      namedAudience(to, payload),
      name,
      wireOf(to, payload) as never,
    )
  const newest = newestOf && throttleNewest<object>((payload) => payload[newestOf as never], send)
  const listener = newest ? newest.put : send
  return [
    reach === 'cluster'
      ? bus.onCluster(name as ClusterEvent, listener)
      : bus.onLocal(name as keyof DomainEvents, listener),
    () => newest && newest.stop(),
  ]
}

type MessagePayload = DomainEvents['message:updated'] & Partial<DomainEvents['message:created']>

/**
 * Messages, to the two people; to the receiver of a request without what is kept from them (LIVE L45). In a group to its
 * members, without what a block hides (LIVE L50).
 */
const messages: Push = ({ everywhere, groupCopies }) =>
  (['message:created', 'message:updated'] as const).map((name) =>
    bus.onLocal(name, async (payload) => {
      const { forReceiver, members, ...event }: MessagePayload = payload
      const { message } = event
      if (isInGroup(message)) {
        for (const copy of await groupCopies(message, members))
          if (copy.to.length > 0) everywhere(membersIn(copy.to), name, { ...event, message: copy.message })
        return
      }
      if (!forReceiver) return everywhere(bothPeople(message), name, event)
      everywhere(onePerson(message.senderId), name, event)
      everywhere(onePerson(message.receiverId), name, { ...event, message: forReceiver })
    }),
  )

/** How far a member of a group has read. */
const reads: Push = ({ everywhere }) => [
  bus.onLocal('group:read', ({ to, ...event }) => everywhere(membersIn(to), 'group:read', event)),
]

/** The server asks whether the person is looking at one of their pages (LIVE L34). */
const attention: Push = ({ everywhere }) => [
  bus.onLocal('attention:asked', ({ userId, about }) =>
    everywhere(onePerson(userId), 'attention', { about, kind: 'asks' }),
  ),
]

/** New posts, counters of posts on screen, deletions. */
const posts: Push = ({ io, delivery }) => {
  const announcements = announcePosts(io, delivery)
  const deletions = rememberDeletions()
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

/** A comment's poos may come many times a second (LIVE L13). */
const comments: Push = ({ delivery }) => {
  const deletions = rememberDeletions()
  const changes = throttleNewest<PushedComment>(
    ({ comment }) => comment,
    ({ comment, postAuthorId }) =>
      delivery.to(readersOfComment(comment, postAuthorId), 'comment:updated', { comment }),
  )
  return [
    bus.onCluster('comment:created', async ({ comment, clientId, postAuthorId }) => {
      if (deletions.cover(comment)) return
      await delivery.to(readersOfComment(comment, postAuthorId), 'comment:created', { comment, clientId })
    }),
    bus.onCluster('comment:updated', ({ comment, postAuthorId }) => {
      if (!deletions.cover(comment)) changes.put({ comment, postAuthorId })
    }),
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
const deletedPeople: Push = ({ everywhere }) => [
  bus.onLocal('user:deleted', ({ userId }) => {
    everywhere(everybody, 'profile:deleted', { id: userId })
    // It stays deleted, whatever revision arrives later.
    everywhere(dashboardAdmins, 'person:deleted', { id: userId, rev: Number.MAX_SAFE_INTEGER })
  }),
]

/** Blog posts, to pages that show the blog. Drafts go to admins; for readers an unpublished post is deleted (LIVE L10). */
const blog: Push = ({ everywhere }) => [
  bus.onLocal('blog:updated', ({ decree }) => {
    everywhere(blogWriters, 'blog:updated', { decree })
    if (decree.published) everywhere(blogReaders, 'blog:updated', { decree })
    else everywhere(blogReaders, 'blog:deleted', { id: decree.id, rev: decree.rev, unpublished: true })
  }),
  bus.onLocal('blog:deleted', (tombstone) => {
    everywhere(blogWriters, 'blog:deleted', tombstone)
    everywhere(blogReaders, 'blog:deleted', tombstone)
  }),
]

/** The review queue, to dashboards; and to the author what they see of it. */
const heldWritings: Push = ({ everywhere }) => [
  bus.onLocal('held:added', ({ authorId, held, waiting }) => {
    everywhere(dashboardStaff, 'held:added', { held })
    if (waiting) everywhere(onePerson(authorId), 'waiting:added', { waiting })
  }),
  bus.onLocal('held:deleted', ({ authorId, id, rev }) => {
    everywhere(dashboardStaff, 'held:deleted', { id, rev })
    everywhere(onePerson(authorId), 'waiting:deleted', { id, rev })
  }),
]

/**
 * Starts every push that follows a change. `bus.onLocal` goes with `everywhere`: the process that committed
 * sends to all sockets. `bus.onCluster` goes with `delivery`: each process sends to its own sockets. Figures
 * that are read again and again are in figures.ts. Returns the function that stops all of them.
 */
export function startPushes(
  io: LiveServer,
  delivery: Delivery,
  { groupCopies }: Pick<GatewayParts, 'groupCopies'>,
): () => void {
  const stops = PUSHES.flatMap((push) => push({ io, delivery, groupCopies, everywhere: toEverywhere(io) }))
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
  declared,
  messages,
  reads,
  attention,
  posts,
  comments,
  lists,
  account,
  deletedPeople,
  blog,
  heldWritings,
]
