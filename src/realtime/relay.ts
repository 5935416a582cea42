import type { Redis } from 'ioredis'
import type { EventDeclaration } from '#contract/events.declare.ts'
import { PUSHED_EVENTS } from '#contract/events.ts'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import { PROCESS_ID } from '#server/platform/process-id.ts'
import { withoutRedis } from '#server/platform/shared-memory.ts'
import { CHANGES_KEPT_MS, isRemembered } from './rooms/recent-changes.ts'
import { throttleNewest } from './throttle.ts'

/** Heard by every process. */
export const EVERY_PROCESS = 'royal:events'
/** Heard by the processes that have sockets in this room. */
export const channelOf = (room: string): string => `royal:room:${room}`
const changeOf = (room: string): string => `royal:changed:${room}`

/** How soon the others are told that they were not told something, ms. */
const RETRY_MS = 500

/** The pushed events: of a record that changes often, only the newest state counts. */
const DECLARED: Readonly<Partial<Record<string, EventDeclaration<unknown, unknown>>>> = PUSHED_EVENTS
/** Worth nothing later, so they are no changes (LIVE L15). */
const VOLATILE: readonly string[] = ['typing', 'attention'] satisfies (keyof DomainEvents)[]

const OWN = `{"from":"${PROCESS_ID}"`
/** Whether this process has told it. */
export const isOwn = (text: string): boolean => text.startsWith(OWN)
/** What an event has in common in all rooms that it is for, and with no other event. */
export const markOf = (text: string): string => text.slice(0, text.indexOf(',"name"'))

/** Notes when something has changed in rooms (KEYS), then tells it in channels (ARGV from the third on). */
const TELL = `
for _, room in ipairs(KEYS) do redis.call('SET', room, '', 'PX', ARGV[2]) end
for at = 3, #ARGV do redis.call('PUBLISH', ARGV[at], ARGV[1]) end`

/** How long the newest change of these rooms is remembered on, ms; below zero: none is remembered. */
const NEWEST = `
local newest = -1
for _, room in ipairs(KEYS) do newest = math.max(newest, redis.call('PTTL', room)) end
return newest`

/**
 * For how long no process has told a change in these rooms, ms; at most as long as changes are kept. 0 without Redis.
 */
export async function untoldFor(redis: Redis, rooms: readonly string[]): Promise<number> {
  if (rooms.length === 0) return CHANGES_KEPT_MS
  const newest = await redis.eval(NEWEST, rooms.length, ...rooms.map(changeOf)).catch(withoutRedis)
  return newest === null ? 0 : CHANGES_KEPT_MS - Math.max(0, Number(newest))
}

/** Takes to the other processes what they need of this one's events. Returns how to stop. */
export function relayTo(redis: Redis): () => void {
  let timer: NodeJS.Timeout | undefined
  let told = 0
  // The others have not heard of it: their pages resync when they can be told (LIVE L90).
  const fail = (error: Error) => {
    withoutRedis(error)
    timer ??= setTimeout(() => {
      timer = undefined
      publish('changes:untold', { at: clock.date().toISOString() })
    }, RETRY_MS).unref()
  }
  const publish = <N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]) => {
    const { rooms, everywhere } = bus.reachOf(name, payload)
    const channels = everywhere ? [EVERY_PROCESS] : rooms.map(channelOf)
    if (channels.length === 0) return
    told += 1
    const message = JSON.stringify({ from: PROCESS_ID, told, name, payload })
    const changed = VOLATILE.includes(name) ? [] : rooms.filter(isRemembered).map(changeOf)
    redis.eval(TELL, changed.length, ...changed, message, CHANGES_KEPT_MS, ...channels).catch(fail)
  }
  const coalesced = new Map<string, ReturnType<typeof throttleNewest<never>>>()
  const put = (name: keyof DomainEvents, record: string, payload: never) => {
    const newest =
      coalesced.get(name) ??
      throttleNewest<never>(
        (one) => one[record],
        (one) => publish(name, one),
      )
    coalesced.set(name, newest)
    newest.put(payload)
  }
  const stop = bus.relayTo((name, payload) => {
    // A popular post changes many times a second; the other processes need it only as often as pages do.
    const record = DECLARED[name]?.newestOf
    if (record) put(name, record, payload as never)
    else publish(name, payload)
  })
  return () => {
    stop()
    clearTimeout(timer)
    coalesced.forEach((newest) => newest.stop())
  }
}
