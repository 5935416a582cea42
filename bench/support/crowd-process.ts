import { openSocket, type LightSocket } from './sockets.ts'

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
    }
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

/** Connections that are opened at the same time; the server handles a handshake for each. */
const AT_ONCE = 50

let sockets: LightSocket[] = []
let heardBy = new Set<number>()
let frames = 0
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
}: Extract<Order, { order: 'open' }>): Promise<void> {
  const begin = sockets.length
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const opened = await Promise.all(
      wanted.slice(start, start + AT_ONCE).map((one, offset) => {
        const at = begin + start + offset
        return openSocket({ port, ...one, onEvent: (name) => void (name === event && arrive(at)) }, until)
      }),
    )
    if (watch) await Promise.all(opened.map((socket) => socket.emit('watch', watch)))
    sockets.push(...opened)
  }
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
