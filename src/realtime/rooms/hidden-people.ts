import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { hidingOf, onePerson, userIdOf, userRoom, type Hiding } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { excludeByRule } from '../socket-io-internals.ts'
import { idsIn, type LiveServer, type LiveSocket } from '../sockets.ts'
import { PeopleSets } from './people-sets.ts'

/** By person with an open page here: the people hidden from them. A block hides in both directions. */
type HiddenPeople = Record<Hiding['kind'], PeopleSets>

const hiddenPeople = new WeakMap<LiveServer, HiddenPeople>()

/** The people hidden from those who have a page open at this process. */
export function hiddenPeopleOf(io: LiveServer): HiddenPeople {
  const known = hiddenPeople.get(io)
  if (known) return known
  const hidden = { blocked: new PeopleSets(), muted: new PeopleSets() }
  hiddenPeople.set(io, hidden)
  io.of('/').adapter.on('delete-room', (room: string) => {
    const userId = userIdOf(room)
    if (!userId) return
    hidden.blocked.drop(userId)
    hidden.muted.drop(userId)
  })
  return hidden
}

/** A rule that tells which sockets the `except` of an audience excludes; null when it excludes nobody. */
export function exclusionBy(
  io: LiveServer,
  except: Iterable<string>,
): ((socketId: string) => boolean) | null {
  const hidden = hiddenPeopleOf(io)
  const hiding = [...except].flatMap((room) => {
    const one = hidingOf(room)
    return one && hidden[one.kind].isKnown(one.authorId) ? one : []
  })
  if (hiding.length === 0) return null
  const { sockets } = io.of('/')
  return (socketId) => {
    const userId = sockets.get(socketId)?.data.userId
    return userId != null && hiding.some(({ kind, authorId }) => hidden[kind].has(userId, authorId))
  }
}

/** Changes of what is hidden from a person, and the reads that they follow from, run one after the other. */
const lockOf = (userId: string): string => `hidden:${userId}`

/**
 * Reads the person of a socket that has just connected, and adds the people hidden from them. A block that ends
 * meanwhile is applied afterwards.
 */
export const hidePeople = (
  io: LiveServer,
  socket: LiveSocket,
  userId: string,
  load: GatewayParts['loadViewer'],
): Promise<Viewer | null> =>
  oneAtATime(lockOf(userId), async () => {
    const viewer = await load(userId)
    if (!viewer || !socket.connected) return viewer
    const hidden = hiddenPeopleOf(io)
    hidden.blocked.add(userId, viewer.blocked)
    hidden.muted.add(userId, viewer.muted)
    return viewer
  })

/** Makes exactly these people hidden from the viewer, if a page of the viewer is open here. */
export function syncHiddenPeople(io: LiveServer, { id, blocked, muted }: Viewer): void {
  if (idsIn(io, userRoom(id)).size === 0) return
  const hidden = hiddenPeopleOf(io)
  hidden.blocked.replace(id, blocked)
  hidden.muted.replace(id, muted)
}

/**
 * Keeps what is hidden from each person through every block and mute. Sends each new relation, follows too, to all pages
 * of the person, and to those of whoever is followed that there is one follower more or less.
 */
export function followRelations(
  io: LiveServer,
  delivery: Delivery,
  { loadViewer, isFollowing }: Pick<GatewayParts, 'loadViewer' | 'isFollowing'>,
): () => void {
  const hidden = hiddenPeopleOf(io)
  excludeByRule(io, (except) => exclusionBy(io, except))

  const tell = (userId: string, otherId: string, { syncs = false } = {}) =>
    oneAtATime(lockOf(userId), async () => {
      if (idsIn(io, userRoom(userId)).size === 0) return
      const [viewer, other, follows] = await Promise.all([
        loadViewer(userId),
        loadViewer(otherId),
        isFollowing(userId, otherId),
      ])
      if (!viewer) return
      if (syncs) syncHiddenPeople(io, viewer)
      // The other account was deleted: pages have nothing to fetch again.
      if (!other) return
      await delivery.to(onePerson(userId), 'relation:updated', {
        personId: otherId,
        muted: viewer.muted.has(otherId),
        blocked: viewer.blocked.has(otherId),
        follows,
      })
    })

  const tellBoth = async ({ followerId, followeeId }: { followerId: string; followeeId: string }) => {
    await delivery.to(onePerson(followeeId), 'follower:updated', { personId: followerId })
    await tell(followerId, followeeId)
  }
  const stops = [
    bus.onCluster('user:followed', tellBoth),
    bus.onCluster('user:unfollowed', tellBoth),
    bus.onCluster('relation:changed', async ({ userId, otherId, hidden: isHidden, kind }) => {
      const sides: [string, string][] =
        kind === 'mute'
          ? [[userId, otherId]]
          : [
              [userId, otherId],
              [otherId, userId],
            ]
      const sets = hidden[kind === 'mute' ? 'muted' : 'blocked']
      // At once: the next push already excludes them.
      if (isHidden)
        for (const [one, other] of sides) if (idsIn(io, userRoom(one)).size > 0) sets.add(one, [other])
      // Both may have blocked each other: after one block ends, only the store knows whether another is left.
      await Promise.all(sides.map(([one, other]) => tell(one, other, { syncs: !isHidden })))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
