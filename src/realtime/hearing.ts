import type { Redis } from 'ioredis'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import { attempted, withoutRedis } from '#server/platform/shared-memory.ts'
import { inBackground } from './background.ts'
import { channelOf, EVERY_PROCESS, isOwn, markOf } from './relay.ts'

/** How often the subscription is renewed: a connection that is dead without an end shows by the missing answer. ms */
const RENEW_MS = 5_000
/** A page does not wait longer for Redis; it resyncs when Redis hears it after all. ms */
const PATIENCE_MS = 2_000
/** For so long a room without sockets is heard on: a page that reloads comes back. ms */
const LINGER_MS = 5_000
/** Rooms in one command: some ms of Redis. */
const AT_ONCE = 1_000

/** What other processes tell, as far as somebody here needs it. */
export interface Hearing {
  /** Resolves when the common channel is heard, or when Redis turns out to be away. */
  readonly attempted: Promise<void>
  /** Resolves when all that is told in these rooms from now on comes here, or Redis is away. */
  hear(rooms: readonly string[]): Promise<void>
  /** A room has no socket here any more. */
  leave(room: string): void
  end(): void
}

/**
 * Subscribes to the channel of every process and to that of each room with sockets here. A channel gives each event in
 * order or ends the connection, also for a process that reads too late: so whatever is lost shows as a new connection.
 * `onGap`: this process hears the others again, and may have missed something.
 */
export function hearOthers(subscriber: Redis, onGap: () => void): Hearing {
  const rooms = heardRooms(subscriber, onGap)
  const { promise: joined, resolve } = Promise.withResolvers<void>()
  let wasAway = false
  const join = async () => {
    await subscriber.subscribe(EVERY_PROCESS)
    await rooms.again()
    if (wasAway) onGap()
    resolve()
  }
  subscriber.on('message', receiver())
  subscriber.on('ready', () => inBackground('hearing the others', join().catch(withoutRedis)))
  subscriber.on('close', () => {
    wasAway = true
    rooms.release()
    resolve()
  })
  const renew = () => {
    if (subscriber.status === 'ready')
      inBackground('hearing the others', subscriber.subscribe(EVERY_PROCESS).catch(withoutRedis))
    rooms.sweep()
  }
  const timer = setInterval(renew, RENEW_MS).unref()
  return {
    // A Redis that takes connections and answers nothing counts as away.
    attempted: attempted(subscriber).then(() => (subscriber.status === 'ready' ? joined : undefined)),
    hear: rooms.hear,
    leave: rooms.leave,
    end() {
      clearInterval(timer)
      subscriber.disconnect()
    },
  }
}

/** Hands on what comes. An event for several rooms comes once for each of them that is heard, one behind the other. */
function receiver(): (channel: string, text: string) => void {
  let last = ''
  return (channel, text) => {
    if (isOwn(text)) return
    if (channel !== EVERY_PROCESS) {
      const mark = markOf(text)
      if (mark === last) return
      last = mark
    }
    const { name, payload } = JSON.parse(text) as { name: keyof DomainEvents; payload: never }
    bus.receiveRemote(name, payload)
  }
}

function heardRooms(subscriber: Redis, onGap: () => void) {
  /** Rooms that are heard, or asked for. */
  const heard = new Set<string>()
  /** Those whose subscription Redis has not confirmed. */
  const asked = new Map<string, PromiseWithResolvers<void>>()
  /** When the last socket left a room. */
  const leftAt = new Map<string, number>()
  let next: string[] = []

  const settle = (some: Iterable<string>) => {
    for (const room of some) {
      asked.get(room)?.resolve()
      asked.delete(room)
    }
  }

  async function subscribe(some: readonly string[]): Promise<void> {
    let isLate = false
    const giveUp = () => {
      isLate = true
      settle(some)
    }
    const timer = setTimeout(giveUp, PATIENCE_MS).unref()
    try {
      for (let start = 0; start < some.length; start += AT_ONCE)
        await subscriber.subscribe(...some.slice(start, start + AT_ONCE).map(channelOf))
    } finally {
      clearTimeout(timer)
      settle(some)
    }
    if (isLate) onGap()
  }

  function askNext(): void {
    const some = next
    next = []
    // Redis went away meanwhile: they are heard when it is back, and all pages resync.
    if (subscriber.status === 'ready') inBackground('hearing rooms', subscribe(some).catch(withoutRedis))
  }

  /** Sockets that come together are one command. */
  function ask(room: string): Promise<void> {
    const answer = Promise.withResolvers<void>()
    asked.set(room, answer)
    if (next.length === 0) setImmediate(askNext)
    next.push(room)
    return answer.promise
  }

  return {
    async hear(rooms: readonly string[]): Promise<void> {
      const answers: Promise<void>[] = []
      for (const room of rooms) {
        leftAt.delete(room)
        const answer = heard.has(room) ? asked.get(room)?.promise : askIfThere(room)
        if (answer) answers.push(answer)
      }
      await Promise.all(answers)
    },
    leave: (room: string) => void (heard.has(room) && leftAt.set(room, performance.now())),
    sweep(): void {
      const before = performance.now() - LINGER_MS
      const over = [...leftAt].flatMap(([room, at]) => (at < before ? room : []))
      for (const room of over) {
        leftAt.delete(room)
        heard.delete(room)
      }
      if (over.length > 0 && subscriber.status === 'ready')
        inBackground('hearing rooms', subscriber.unsubscribe(...over.map(channelOf)).catch(withoutRedis))
    },
    /** After a new connection. */
    again: () => subscribe([...heard]),
    /** Redis is away: nobody waits for it. */
    release: () => settle([...asked.keys()]),
  }

  function askIfThere(room: string): Promise<void> | undefined {
    heard.add(room)
    return subscriber.status === 'ready' ? ask(room) : undefined
  }
}
