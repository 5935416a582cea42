import { openSocket, type LightSocket } from './sockets.ts'
import { StayingPage, type Place, type Screen } from './staying-page.ts'

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
    }
  /** Pages that stay: they come back by themselves after the server has ended. */
  | { order: 'stay'; pages: readonly Place[]; screen: Screen }
  | { order: 'returned' }
  | { order: 'forget' }
  | { order: 'heard' }
  | { order: 'close' }

/** Arrivals since `forget`, in nanoseconds of a clock that all processes of a machine share. */
export interface Heard {
  frames: number
  sockets: number
  first: string
  last: string
}

/** Pages that have been there since `forget`: when each had what it asked for, and tries that failed. */
export interface Returned {
  /** Epoch ms. */
  moments: number[]
  refused: number
}

const AT_ONCE = 50

let sockets: LightSocket[] = []
let heardBy = new Set<number>()
let frames = 0
let pages: StayingPage[] = []
let moments: number[] = []
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
}: Extract<Order, { order: 'open' }>): Promise<void> {
  const begin = sockets.length
  const connect = (one: (typeof wanted)[number], at: number) => {
    const onEvent = (name: string) => void (name === event && arrive(at))
    return openSocket({ port, ...one, onEvent }, until)
  }
  for (let start = 0; start < wanted.length; start += atOnce) {
    const opened = await Promise.all(
      wanted.slice(start, start + atOnce).map((one, offset) => connect(one, begin + start + offset)),
    )
    if (watch) await Promise.all(opened.map((socket) => socket.emit('watch', watch)))
    sockets.push(...opened)
  }
}

async function stay({ pages: places, screen }: Extract<Order, { order: 'stay' }>): Promise<void> {
  const on = {
    resynced: () => void moments.push(Date.now()),
    refused: () => void (refused += 1),
  }
  for (let start = 0; start < places.length; start += AT_ONCE) {
    const some = places.slice(start, start + AT_ONCE).map((place) => new StayingPage(place, screen, on))
    pages.push(...some)
    await Promise.all(some.map((page) => page.open()))
  }
}

function forget(): void {
  heardBy = new Set()
  frames = 0
  moments = []
  refused = 0
}

async function follow(order: Order): Promise<Heard | Returned | null> {
  if (order.order === 'open') await open(order)
  if (order.order === 'stay') await stay(order)
  if (order.order === 'forget') forget()
  if (order.order === 'close') {
    for (const one of [...sockets, ...pages]) one.close()
    sockets = []
    pages = []
  }
  if (order.order === 'returned') return { moments, refused }
  return order.order === 'heard'
    ? { frames, sockets: heardBy.size, first: String(first), last: String(last) }
    : null
}

process.on('message', (order: Order) => {
  follow(order).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
