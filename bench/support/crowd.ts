import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Heard, Order, Returned } from './crowd-process.ts'

type Opening = Omit<Extract<Order, { order: 'open' }>, 'order'>

/** The sockets of a crowd, whatever server they connect to. */
export type CrowdSockets = Omit<Opening, 'port'>

/** Many sockets in a separate process. One command at a time. */
export interface Crowd {
  readonly pid: number
  open(order: Opening): Promise<void>
  /** Pages that stay open; resolves when all are there. */
  stay(order: Omit<Extract<Order, { order: 'stay' }>, 'order'>): Promise<void>
  returned(): Promise<Returned>
  forget(): Promise<void>
  heard(): Promise<Heard>
  /** Waits until each of `sockets` has received something; throws after a minute. */
  allHeard(sockets: number): Promise<Heard>
  close(): Promise<void>
}

const TIMEOUT_MS = 60_000

export function startCrowd(): Crowd {
  const child = fork(path.resolve(import.meta.dirname, 'crowd-process.ts'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const give = async <T>(order: Order): Promise<T> => {
    const answered = once(child, 'message') as Promise<[{ answer: T; error?: string }]>
    child.send(order)
    const [{ answer, error }] = await answered
    if (error) throw new Error(error)
    return answer
  }
  const heard = () => give<Heard>({ order: 'heard' })
  return {
    pid: child.pid!,
    open: (order) => give({ order: 'open', ...order }),
    stay: (order) => give({ order: 'stay', ...order }),
    returned: () => give<Returned>({ order: 'returned' }),
    forget: () => give({ order: 'forget' }),
    heard,
    async allHeard(sockets) {
      for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await pause(50)) {
        const so = await heard()
        if (so.sockets >= sockets) return so
      }
      throw new Error(`Not all of ${sockets} sockets heard it: ${JSON.stringify(await heard())}`)
    },
    async close() {
      await give({ order: 'close' })
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** Loopback addresses in turn, as if the crowd came from many networks. */
export const fromManyHouses = (at: number): string => `127.0.${1 + Math.floor(at / 200)}.${1 + (at % 200)}`

/** Opens `sockets` that watch the feed at the product, and as many in the room of the feed at the bare server. */
export async function openFeedCrowds(
  { product, bare }: { product: { port: number }; bare: { port: number } },
  [ours, theirs]: readonly [Crowd, Crowd],
  sockets: number,
): Promise<void> {
  const places = Array.from({ length: sockets }, (_, at) => ({ localAddress: fromManyHouses(at) }))
  await ours.open({
    port: product.port,
    sockets: places,
    until: 'ready',
    watch: { topic: 'feed' },
    event: 'post:created',
  })
  await theirs.open({
    port: bare.port,
    sockets: places.map((place) => ({ ...place, auth: { room: 'feed' } })),
    event: 'post:created',
  })
}
