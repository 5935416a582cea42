import type { Redis } from 'ioredis'
import { TIMINGS } from '#contract/limits.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { throneIdOf, throneRoom, throneSitters } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { ClientEventHandlers } from '../client-events.ts'
import { enter, leave, toAudience, type LiveServer, type LiveSocket } from '../sockets.ts'
import { throttle } from '../throttle.ts'

/** A person whose page reloads has not left, ms. */
const GRACE_MS = 4_000
/** How often this process renews its people, and compares the numbers that its pages show, ms. */
const HEARTBEAT_MS = 15_000
/** What a process does not renew for this long expires, in case it was killed, ms. */
const LIFETIME_MS = 3 * HEARTBEAT_MS

export interface Attendance {
  /** `sit`: the page shows a post, a decree or a profile, or no longer. */
  handle: ClientEventHandlers['sit']
  /** Renews all people of this process: the shared state may have been lost. */
  announceAll(): Promise<void>
  stop(): Promise<void>
}

/**
 * How many people have a post, a decree or a profile open, to the pages that show it (LIVE L39). Only people who
 * have agreed to analytics are counted, each once, by the pseudonym of the day. Volatile, never stored as truth.
 * `redis`: where there are other server processes.
 */
export function startAttendance(io: LiveServer, redis: Redis | null): Attendance {
  /** The last number that this process sent to its own pages; without those that nobody shows any more (LIVE L17). */
  const shown = new Map<string, number>()
  const seats = keepSeats((throne, person) =>
    inBackground(
      'attendance',
      board.leave(throne, person).then(() => changes.put(throne, true)),
    ),
  )
  const board = redis ? sharedThrones(redis) : localThrones(seats)
  const send = (from: LiveServer | LiveServer['local'], throne: string, count: number) => {
    shown.set(throne, count)
    toAudience(from, throneSitters(throne)).volatile.emit('attendance:updated', { id: throne, count })
  }
  const changes = throttle<true>({
    gap: TIMINGS.analyticsGap,
    merge: () => true,
    flush: async (throne) => send(io, throne, (await board.count([throne]))[0] ?? 0),
  })

  /** A killed process does not say that its people left: each process compares the numbers on its own pages. */
  async function correct(): Promise<void> {
    const open = new Set([...io.of('/').adapter.rooms.keys()].flatMap((room) => throneIdOf(room) ?? []))
    const counts = await board.count([...open])
    for (const throne of shown.keys()) if (!open.has(throne)) shown.delete(throne)
    for (const [at, throne] of [...open].entries()) {
      const count = counts[at] ?? 0
      if (shown.get(throne) !== count) send(io.local, throne, count)
    }
  }

  async function sitDown(socket: LiveSocket, throne: string, person: string | null): Promise<void> {
    if (person && seats.take(throne, person)) {
      await board.renew([[throne, person]])
      changes.put(throne, true)
    }
    const [count = 0] = await board.count([throne])
    if (socket.data.sits?.throne === throne) socket.emit('attendance:updated', { id: throne, count })
  }

  function standUp(socket: LiveSocket): void {
    const { sits } = socket.data
    if (!sits) return
    delete socket.data.sits
    leave(socket, [throneRoom(sits.throne)])
    if (sits.person) seats.free(sits.throne, sits.person)
  }

  const announceAll = () => board.renew(seats.all())
  const timer = setInterval(
    () => inBackground('attendance', announceAll().then(correct)),
    HEARTBEAT_MS,
  ).unref()
  const heard = new WeakSet<LiveSocket>()
  return {
    handle(socket, { throne, counted }, viewer) {
      standUp(socket)
      if (throne === null || !socket.connected) return
      const person = personOf(socket, viewer, throne, counted)
      socket.data.sits = { throne, person }
      enter(socket, [throneRoom(throne)])
      if (!heard.has(socket)) socket.once('disconnect', () => standUp(socket))
      heard.add(socket)
      inBackground('attendance', sitDown(socket, throne, person))
    },
    announceAll,
    async stop() {
      clearInterval(timer)
      changes.stop()
      seats.stop()
      await Promise.allSettled(seats.all().map(([throne, person]) => board.leave(throne, person)))
    },
  }
}

interface Seats {
  /** One more page of the person. True for the first one. */
  take(throne: string, person: string): boolean
  /** One page less. */
  free(throne: string, person: string): void
  all(): [throne: string, person: string][]
  countIn(throne: string): number
  stop(): void
}

/** The people of this process. `onLeft` runs when the last page of a person is gone and no reload has followed. */
function keepSeats(onLeft: (throne: string, person: string) => void): Seats {
  /** Pages by person, by throne. An empty throne has no entry (LIVE L17). */
  const thrones = new Map<string, Map<string, number>>()
  const leaving = new Map<string, NodeJS.Timeout>()

  function end(throne: string, person: string): void {
    const people = thrones.get(throne)
    people?.delete(person)
    if (people?.size === 0) thrones.delete(throne)
    leaving.delete(`${throne} ${person}`)
    onLeft(throne, person)
  }

  return {
    take(throne, person) {
      const people = thrones.get(throne) ?? new Map<string, number>()
      const pages = people.get(person)
      clearTimeout(leaving.get(`${throne} ${person}`))
      leaving.delete(`${throne} ${person}`)
      thrones.set(throne, people.set(person, (pages ?? 0) + 1))
      return pages === undefined
    },
    free(throne, person) {
      const people = thrones.get(throne)
      const pages = (people?.get(person) ?? 0) - 1
      people?.set(person, pages)
      if (pages === 0)
        leaving.set(
          `${throne} ${person}`,
          setTimeout(() => end(throne, person), GRACE_MS),
        )
    },
    all: () =>
      [...thrones].flatMap(([throne, people]) =>
        [...people.keys()].map((person): [string, string] => [throne, person]),
      ),
    countIn: (throne) => thrones.get(throne)?.size ?? 0,
    stop: () => leaving.forEach((timeout) => clearTimeout(timeout)),
  }
}

/**
 * Who is counted: neither bots nor people who have not agreed. A person's own profile would tell everybody that
 * its owner is online (LIVE L22).
 */
function personOf(
  { data: { visitor } }: LiveSocket,
  viewer: Viewer | null,
  throne: string,
  counted: boolean,
): string | null {
  const agrees = viewer ? viewer.isCounted && viewer.id !== throne : counted
  return agrees && visitor ? visitor.key : null
}

/** Who sits where, over all processes. */
interface Thrones {
  renew(seats: readonly (readonly [throne: string, person: string])[]): Promise<void>
  leave(throne: string, person: string): Promise<void>
  count(thrones: readonly string[]): Promise<number[]>
}

/** For one process alone, which counts its own seats. */
const localThrones = ({ countIn }: Seats): Thrones => ({
  async renew() {},
  async leave() {},
  count: async (thrones) => thrones.map(countIn),
})

const keyOf = (throne: string): string => `royal:throne:${throne}`

/**
 * For several processes: a sorted set a throne, of people by time of expiry. Somebody with pages at two processes
 * counts once; when one of them is closed, the other process enters them again at its next heartbeat.
 */
const sharedThrones = (redis: Redis): Thrones => ({
  async renew(seats) {
    for (let start = 0; start < seats.length; start += 1000) {
      const chain = redis.pipeline()
      for (const [throne, person] of seats.slice(start, start + 1000))
        chain.zadd(keyOf(throne), Date.now() + LIFETIME_MS, person).pexpire(keyOf(throne), LIFETIME_MS)
      await chain.exec()
    }
  },
  leave: async (throne, person) => void (await redis.zrem(keyOf(throne), person)),
  async count(thrones) {
    const chain = redis.pipeline()
    for (const throne of thrones) chain.zcount(keyOf(throne), Date.now(), '+inf')
    return ((await chain.exec()) ?? []).map(([error, found]) => {
      if (error) throw error
      return Number(found)
    })
  },
})
