import { setTimeout as pause } from 'node:timers/promises'
import type { BatchView } from '#contract/batch.ts'
import { pool, type Pool } from './http-load.ts'
import { openSocket, RefusedError, type LightSocket } from './sockets.ts'

/**
 * A process with many sockets: it keeps them open and counts what they receive, away from the measured
 * server.
 */
export type Order =
  | {
      order: 'open'
      port: number
      sockets: { cookie?: string; auth?: { user?: string; room?: string }; localAddress?: string }[]
      until?: string
      watch?: unknown
      event: string
      /** Connections that are opened at the same time; the server handles a handshake for each. */
      atOnce?: number
      /** A socket that is refused or times out tries again, as a page does. */
      retry?: boolean
      /** What each socket's page reads once it is connected, in one batch. */
      reads?: readonly string[]
    }
  | { order: 'forget' }
  | { order: 'heard' }
  | { order: 'close' }

/** Arrivals since `forget`, in nanoseconds of a clock that all processes of a machine share. */
export interface Heard {
  frames: number
  sockets: number
  /** Tries that failed, of sockets that try again. */
  refused: number
  first: string
  last: string
}

const AT_ONCE = 50
/** A page waits 1 to 30 s before it tries again: here always the shortest wait. ms */
const RETRY_MS = 1_000
const RESYNC_SPREAD_MS = 2_000
const HTTP_CONNECTIONS = 40

let sockets: LightSocket[] = []
let heardBy = new Set<number>()
let frames = 0
let refused = 0
let first = 0n
let last = 0n

function arrive(at: number): void {
  last = process.hrtime.bigint()
  if (frames === 0) first = last
  frames += 1
  heardBy.add(at)
}

async function open({
  port,
  sockets: wanted,
  until,
  watch,
  event,
  atOnce = AT_ONCE,
  retry = false,
  reads,
}: Extract<Order, { order: 'open' }>): Promise<void> {
  const begin = sockets.length
  const openOne = async (one: (typeof wanted)[number], at: number): Promise<LightSocket> => {
    const onEvent = (name: string) => void (name === event && arrive(at))
    for (;;) {
      try {
        return await openSocket({ port, ...one, onEvent }, until)
      } catch (error) {
        if (!retry) throw error
        refused += 1
        const retryAfterMs = error instanceof RefusedError ? error.retryAfterMs : undefined
        await pause((retryAfterMs ?? RETRY_MS) + Math.random() * RETRY_MS)
      }
    }
  }
  const http = reads ? pool(port, HTTP_CONNECTIONS) : null
  const connect = async (one: (typeof wanted)[number], at: number) => {
    const socket = await openOne(one, at)
    if (http && reads) await readAgain(http, one.cookie, reads)
    return socket
  }
  for (let start = 0; start < wanted.length; start += atOnce) {
    const opened = await Promise.all(
      wanted.slice(start, start + atOnce).map((one, offset) => connect(one, begin + start + offset)),
    )
    if (watch) await Promise.all(opened.map((socket) => socket.emit('watch', watch)))
    sockets.push(...opened)
  }
  http?.close()
}

/** As a page does: within two seconds after `ready`, so that a crowd does not ask in the same moment. */
async function readAgain(http: Pool, cookie: string | undefined, reads: readonly string[]): Promise<void> {
  await pause(Math.random() * RESYNC_SPREAD_MS)
  const body = { reads: reads.map((path) => ({ path })) }
  const answer = await http.call({ method: 'POST', path: '/api/batch', body, ...(cookie && { cookie }) })
  const parts = JSON.parse(answer.toString()) as BatchView
  const failed = parts.find(({ status }) => status !== 200)
  if (failed) throw new Error(`${failed.status}: ${failed.message}`)
}

function forget(): void {
  heardBy = new Set()
  frames = 0
}

async function follow(order: Order): Promise<Heard | null> {
  if (order.order === 'open') await open(order)
  if (order.order === 'forget') forget()
  if (order.order === 'close') {
    sockets.forEach((socket) => socket.close())
    sockets = []
  }
  return order.order === 'heard'
    ? { frames, sockets: heardBy.size, refused, first: String(first), last: String(last) }
    : null
}

process.on('message', (order: Order) => {
  follow(order).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
