import type { Redis } from 'ioredis'
import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { withoutRedis } from '#server/platform/shared-memory.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { attendedIdOf, attendanceRoom, attendeesOf } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { ClientEventHandlers } from '../client-events.ts'
import type { Delivery } from '../delivery.ts'
import { enter, leave, type LiveServer, type LiveSocket } from '../sockets.ts'
import { throttle } from '../throttle.ts'
import { timeOf } from './redis-clock.ts'

/** A person whose page reloads has not left, ms. */
const GRACE_MS = 4_000
/** How often this process renews its people, and compares the numbers that its pages show, ms. */
const HEARTBEAT_MS = 15_000
/** What a process does not renew for this long expires, in case it was killed, ms. */
const LIFETIME_MS = 3 * HEARTBEAT_MS

export interface Attendance {
  /** `sit`: the page shows a post, an article or a profile, or no longer. */
  handle: ClientEventHandlers['sit']
  /** Renews all people of this process: the shared state may have been lost. */
  announceAll(): Promise<void>
  stop(): Promise<void>
}

/**
 * How many people have a post, an article or a profile open, to the pages that show it (LIVE L39). Only people who
 * have agreed to analytics are counted, each once, by the pseudonym of the day. Volatile, never stored as truth.
 * `redis`: where there are other server processes.
 */
export function startAttendance(io: LiveServer, delivery: Delivery, redis: Redis | null): Attendance {
  /** The last number that this process sent to its own pages; without those that nobody shows any more (LIVE L17). */
  const shown = new Map<string, number>()
  const pages = trackPages((subject, person) =>
    inBackground(
      'attendance',
      board.leave(subject, person).then(() => changes.put(subject, true)),
    ),
  )
  const board = redis ? resilientBoard(redis, pages) : localBoard(pages)
  const send = (id: string, count: number) => {
    shown.set(id, count)
    delivery.volatile(attendeesOf(id), 'attendance:updated', { id, count })
  }
  const stopListening = bus.onCluster(
    'attendance:updated',
    ({ id, count }) => send(id, count),
    ({ id }) => [attendanceRoom(id)],
  )
  const changes = throttle<true>({
    gap: TIMINGS.analyticsGap,
    merge: () => true,
    flush: async (id) => bus.emit('attendance:updated', { id, count: (await board.count([id]))[0] ?? 0 }),
  })

  /** A killed process does not say that its people left: each process compares the numbers on its own pages. */
  async function correct(): Promise<void> {
    const open = new Set([...io.of('/').adapter.rooms.keys()].flatMap((room) => attendedIdOf(room) ?? []))
    const counts = await board.count([...open])
    for (const subject of shown.keys()) if (!open.has(subject)) shown.delete(subject)
    for (const [at, subject] of [...open].entries()) {
      const count = counts[at] ?? 0
      if (shown.get(subject) !== count) send(subject, count)
    }
  }

  async function join(socket: LiveSocket, subject: string, person: string | null): Promise<void> {
    if (person && pages.take(subject, person)) {
      await board.renew([[subject, person]])
      changes.put(subject, true)
    }
    const [count = 0] = await board.count([subject])
    if (socket.data.attends?.subject === subject) socket.emit('attendance:updated', { id: subject, count })
  }

  const announceAll = () => board.renew(pages.all())
  const timer = setInterval(
    () => inBackground('attendance', announceAll().then(correct)),
    HEARTBEAT_MS,
  ).unref()
  const followed = new WeakSet<LiveSocket>()
  return {
    handle(socket, { throne: subject, counted }, viewer) {
      leavePage(socket, pages)
      if (subject === null || !socket.connected) return
      const person = personOf(socket, viewer, subject, counted)
      socket.data.attends = { subject, person }
      const entered = enter(socket, [attendanceRoom(subject)])
      if (!followed.has(socket)) socket.once('disconnect', () => leavePage(socket, pages))
      followed.add(socket)
      inBackground(
        'attendance',
        entered.then(() => join(socket, subject, person)),
      )
    },
    announceAll,
    async stop() {
      clearInterval(timer)
      changes.stop()
      stopListening()
      pages.stop()
      await Promise.allSettled(pages.all().map(([subject, person]) => board.leave(subject, person)))
    },
  }
}

function leavePage(socket: LiveSocket, pages: OpenPages): void {
  const { attends } = socket.data
  if (!attends) return
  delete socket.data.attends
  leave(socket, [attendanceRoom(attends.subject)])
  if (attends.person) pages.free(attends.subject, attends.person)
}

interface OpenPages {
  /** One more page of the person. True for the first one. */
  take(subject: string, person: string): boolean
  /** One page less. */
  free(subject: string, person: string): void
  all(): [subject: string, person: string][]
  countIn(subject: string): number
  stop(): void
}

/** The people of this process. `onLeft` runs when the last page of a person is gone and no reload has followed. */
function trackPages(onLeft: (subject: string, person: string) => void): OpenPages {
  /** Pages by person, by subject. A subject without people has no entry (LIVE L17). */
  const bySubject = new Map<string, Map<string, number>>()
  const leaving = new Map<string, NodeJS.Timeout>()

  function end(subject: string, person: string): void {
    const people = bySubject.get(subject)
    people?.delete(person)
    if (people?.size === 0) bySubject.delete(subject)
    leaving.delete(`${subject} ${person}`)
    onLeft(subject, person)
  }

  return {
    take(subject, person) {
      const people = bySubject.get(subject) ?? new Map<string, number>()
      const count = people.get(person)
      clearTimeout(leaving.get(`${subject} ${person}`))
      leaving.delete(`${subject} ${person}`)
      bySubject.set(subject, people.set(person, (count ?? 0) + 1))
      return count === undefined
    },
    free(subject, person) {
      const people = bySubject.get(subject)
      const count = (people?.get(person) ?? 0) - 1
      people?.set(person, count)
      if (count === 0)
        leaving.set(
          `${subject} ${person}`,
          setTimeout(() => end(subject, person), GRACE_MS),
        )
    },
    all: () =>
      [...bySubject].flatMap(([subject, people]) =>
        [...people.keys()].map((person): [string, string] => [subject, person]),
      ),
    countIn: (subject) => bySubject.get(subject)?.size ?? 0,
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
  subject: string,
  counted: boolean,
): string | null {
  const agrees = viewer ? viewer.isCounted && viewer.id !== subject : counted
  return agrees && visitor ? visitor.key : null
}

/** Who has what open, over all processes. */
interface Board {
  renew(pages: readonly (readonly [subject: string, person: string])[]): Promise<void>
  leave(subject: string, person: string): Promise<void>
  count(subjects: readonly string[]): Promise<number[]>
}

/** For one process alone, which counts its own people. */
const localBoard = ({ countIn }: OpenPages): Board => ({
  async renew() {},
  async leave() {},
  count: async (subjects) => subjects.map(countIn),
})

const keyOf = (subject: string): string => `royal:attendance:${subject}`

/**
 * For several processes: a sorted set for each subject, of people by time of expiry. Somebody with pages at two processes
 * counts once; when one of them is closed, the other process enters them again at its next heartbeat.
 */
const sharedBoard = (redis: Redis): Board => ({
  async renew(pages) {
    for (let start = 0; start < pages.length; start += 1000) {
      const now = await timeOf(redis)
      const chain = redis.pipeline()
      for (const [subject, person] of pages.slice(start, start + 1000))
        chain.zadd(keyOf(subject), now + LIFETIME_MS, person).pexpire(keyOf(subject), LIFETIME_MS)
      await chain.exec()
    }
  },
  leave: async (subject, person) => void (await redis.zrem(keyOf(subject), person)),
  async count(subjects) {
    const now = await timeOf(redis)
    const chain = redis.pipeline()
    for (const subject of subjects) chain.zcount(keyOf(subject), now, '+inf')
    return ((await chain.exec()) ?? []).map(([error, found]) => {
      if (error) throw error
      return Number(found)
    })
  },
})

/** The shared board; while Redis is away, the people of this process. */
function resilientBoard(redis: Redis, pages: OpenPages): Board {
  const [shared, own] = [sharedBoard(redis), localBoard(pages)]
  return {
    renew: async (people) => void (await shared.renew(people).catch(withoutRedis)),
    leave: async (subject, person) => void (await shared.leave(subject, person).catch(withoutRedis)),
    count: async (subjects) => (await shared.count(subjects).catch(withoutRedis)) ?? own.count(subjects),
  }
}
