import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { HiddenFrom, Hiding, Kind } from '#server/features/people/relations/relations.policy.ts'
import { onePerson, userIdOf, userRoom, type Receiver } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { idsIn, type LiveServer } from '../sockets.ts'
import { PeopleSets } from './people-sets.ts'

/** By person with an open page here: the people hidden from them. */
type HiddenPeople = Record<Hiding['set'], PeopleSets>

const hiddenPeople = new WeakMap<LiveServer, HiddenPeople>()

/** The people hidden from those who have a page open at this process. */
export function createHiddenPeople(io: LiveServer): HiddenPeople {
  const known = hiddenPeople.get(io)
  if (known) return known
  const hidden = { blocked: new PeopleSets(), blockedBy: new PeopleSets(), muted: new PeopleSets() }
  hiddenPeople.set(io, hidden)
  io.of('/').adapter.on('delete-room', (room: string) => {
    const userId = userIdOf(room)
    if (!userId) return
    for (const sets of Object.values(hidden)) sets.drop(userId)
  })
  return hidden
}

/** A rule that tells which sockets the `except` of an audience excludes; null when it excludes nobody. */
export function exclusionBy(
  io: LiveServer,
  except: readonly Hiding[],
): ((socketId: string) => boolean) | null {
  const hidden = createHiddenPeople(io)
  const hiding = except.filter(({ set, personId }) => hidden[set].isKnown(personId))
  if (hiding.length === 0) return null
  const { sockets } = io.of('/')
  return (socketId) => {
    const userId = sockets.get(socketId)?.data.userId
    return userId != null && hiding.some(({ set, personId }) => hidden[set].has(userId, personId))
  }
}

/** Sockets from which the same things are hidden, by the keys of their rules. */
interface Group<K extends Kind> {
  ids: Receiver<K>[]
  hidden: ReadonlySet<string>
}

/** Groups sockets by what these rules hide from them. Usually nothing is hidden: then there is one group. */
export function groupsBy<K extends Kind>(
  io: LiveServer,
  ids: readonly string[],
  rules: Iterable<readonly [key: string, HiddenFrom<K>]>,
): Group<K>[] {
  const receivers = ids as readonly Receiver<K>[]
  const concerned = [...rules].flatMap(([key, rule]) => {
    const isHidden = exclusionBy(io, rule)
    return isHidden ? { key, isHidden } : []
  })
  if (concerned.length === 0) return [{ ids: [...receivers], hidden: new Set() }]
  const groups = new Map<string, Group<K>>()
  for (const socket of receivers) {
    const hidden = concerned.filter(({ isHidden }) => isHidden(socket)).map(({ key }) => key)
    const known = groups.get(hidden.join())
    if (known) known.ids.push(socket)
    else groups.set(hidden.join(), { ids: [socket], hidden: new Set(hidden) })
  }
  return [...groups.values()]
}

/** Changes of what is hidden from a person, with the reads that they follow from and their pushes, one after the other. */
const lockOf = (userId: string): string => `hidden:${userId}`

/** Of people who are being read: whether a relation of theirs has changed since the read began. */
const reads = new Map<string, { isOutdated: boolean }>()

/**
 * Reads a person, and makes exactly those people hidden from the pages that they have open here whom the read says. A
 * block or mute that comes during the read is hidden at once: the read, which may be older, is made again.
 */
export const syncHiddenPeople = (
  io: LiveServer,
  userId: string,
  load: GatewayParts['loadViewer'],
): Promise<Viewer | null> => oneAtATime(lockOf(userId), () => syncUnderLock(io, userId, load))

async function syncUnderLock(
  io: LiveServer,
  userId: string,
  load: GatewayParts['loadViewer'],
): Promise<Viewer | null> {
  const viewer = await loadCurrent(userId, load)
  if (!viewer || idsIn(io, userRoom(userId)).size === 0) return viewer
  const hidden = createHiddenPeople(io)
  hidden.blocked.replace(userId, viewer.blocked)
  hidden.blockedBy.replace(userId, viewer.blockedBy)
  hidden.muted.replace(userId, viewer.muted)
  return viewer
}

async function loadCurrent(userId: string, load: GatewayParts['loadViewer']): Promise<Viewer | null> {
  const read = { isOutdated: false }
  reads.set(userId, read)
  try {
    let viewer: Viewer | null
    do {
      read.isOutdated = false
      viewer = await load(userId)
    } while (read.isOutdated)
    return viewer
  } finally {
    reads.delete(userId)
  }
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
  const hidden = createHiddenPeople(io)

  const tell = (userId: string, otherId: string) =>
    oneAtATime(lockOf(userId), async () => {
      if (idsIn(io, userRoom(userId)).size === 0) return
      const [viewer, other, follows] = await Promise.all([
        syncUnderLock(io, userId, loadViewer),
        loadViewer(otherId),
        isFollowing(userId, otherId),
      ])
      // The other account was deleted: pages have nothing to fetch again.
      if (!viewer || !other) return
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
      for (const [one, other] of sides) {
        const read = reads.get(one)
        if (read) read.isOutdated = true
        // At once: the next push already excludes them.
        if (isHidden && idsIn(io, userRoom(one)).size > 0) hideAtOnce(hidden, one, other, { kind, userId })
      }
      await Promise.all(sides.map(([one, other]) => tell(one, other)))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Hides one of two people from the other one, as far as it is known without a read. `userId`: who blocks or mutes. */
function hideAtOnce(
  { blocked, blockedBy, muted }: HiddenPeople,
  one: string,
  other: string,
  { kind, userId }: { kind: 'mute' | 'block'; userId: string },
): void {
  if (kind === 'mute') return muted.add(one, [other])
  const blocksBack = blocked.has(one, other) && !blockedBy.has(one, other)
  if (other === userId && !blocksBack) blockedBy.add(one, [other])
  blocked.add(one, [other])
}
