import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises'

/** One prepared request. */
export interface Call {
  method?: 'GET' | 'POST'
  path: string
  cookie?: string
  body?: unknown
}

export interface Load {
  /** From the first call to the last answer. */
  seconds: number
  /** Milliseconds from the scheduled time of each call to its answer. */
  latencies: number[]
  /** Bytes of all bodies. */
  bytes: number
}

/**
 * A keep-alive connection that writes prepared bytes and reads an answer by its Content-Length. On a
 * machine with two cores, a client with more work would itself be measured.
 */
class Connection {
  readonly #socket: Socket
  readonly #host: string
  #buffer: Buffer = Buffer.alloc(0)
  #settle: { resolve(body: Buffer): void; reject(error: Error): void } | undefined

  constructor(port: number, localAddress?: string) {
    this.#host = `127.0.0.1:${port}`
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      ...(localAddress && { localAddress }),
    })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection')))
  }

  /** A closed connection would never answer. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded
  }

  call({ method = 'GET', path, cookie, body }: Call): Promise<Buffer> {
    const content = body === undefined ? '' : JSON.stringify(body)
    const head =
      `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n` +
      (cookie ? `Cookie: ${cookie}\r\n` : '') +
      (content ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}\r\n` : '')
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(`${head}\r\n${content}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk])
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#buffer.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#buffer.length < end + 4 + length) return
    const body = this.#buffer.subarray(end + 4, end + 4 + length)
    this.#buffer = Buffer.alloc(0)
    const settle = this.#settle
    this.#settle = undefined
    const status = Number(head.slice(9, 12))
    if (status >= 200 && status < 300) settle?.resolve(body)
    else settle?.reject(new Error(`${status}: ${body.toString()}`))
  }
}

async function withConnections<T>(
  port: number,
  many: number,
  work: (connections: Connection[]) => Promise<T>,
): Promise<T> {
  const connections = Array.from({ length: many }, () => new Connection(port))
  try {
    return await work(connections)
  } finally {
    connections.forEach((connection) => connection.close())
  }
}

/** Sends calls one after the other on each of `concurrency` connections: the throughput of a server. */
export const closedLoop = (
  port: number,
  many: number,
  concurrency: number,
  callOf: (at: number) => Call,
): Promise<Load> =>
  withConnections(port, concurrency, async (connections) => {
    const load: Load = { seconds: 0, latencies: [], bytes: 0 }
    const began = performance.now()
    let next = 0
    await Promise.all(
      connections.map(async (connection) => {
        while (next < many) {
          const due = performance.now()
          const { length } = await connection.call(callOf(next++))
          load.bytes += length
          load.latencies.push(performance.now() - due)
        }
      }),
    )
    return { ...load, seconds: (performance.now() - began) / 1000 }
  })

interface OpenLoop {
  /** Calls under way at most. A call that waits for a free connection counts that time. */
  concurrency?: number
  /** Counts refused calls instead of ending with the first one. */
  mayRefuse?: boolean
}

/** Up to this rate, in calls a second, each call is sent exactly when it is due. */
const EXACT_UP_TO = 200

/**
 * Sends calls at a fixed rate, whether or not earlier ones are answered. Latency counts from the scheduled
 * time of a call (no coordinated omission). Rejects if a call is refused, unless `mayRefuse`.
 */
export async function openLoop(
  port: number,
  many: number,
  perSecond: number,
  callOf: (at: number, due: number) => Call,
  { concurrency = 32, mayRefuse = false }: OpenLoop = {},
): Promise<Load & { refused: number }> {
  const http = pool(port, concurrency)
  const load = { seconds: 0, latencies: [] as number[], bytes: 0, refused: 0 }
  const began = performance.now()
  const calls: Promise<void>[] = []
  const send = async (at: number, due: number) => {
    try {
      const { length } = await http.call(callOf(at, due))
      load.bytes += length
      load.latencies.push(performance.now() - due)
    } catch (error) {
      if (!mayRefuse) throw error
      load.refused += 1
    }
  }
  try {
    for (let at = 0; at < many; at += 1) {
      const due = began + (at * 1000) / perSecond
      await untilDue(due, perSecond <= EXACT_UP_TO)
      calls.push(send(at, due))
    }
    await Promise.all(calls)
    return { ...load, seconds: (performance.now() - began) / 1000 }
  } finally {
    http.close()
  }
}

/** Calls that share keep-alive connections; each waits for a free one. */
export interface Pool {
  call(call: Call): Promise<Buffer>
  close(): void
}

export function pool(port: number, size: number): Pool {
  const connections = new Set(Array.from({ length: size }, () => new Connection(port)))
  const idle = [...connections]
  // A server closes connections that are idle for long.
  const opened = (connection: Connection): Connection => {
    if (connection.isOpen) return connection
    connections.delete(connection)
    const another = new Connection(port)
    connections.add(another)
    return another
  }
  const waiting: ((connection: Connection) => void)[] = []
  const release = (connection: Connection) =>
    (waiting.shift() ?? ((one: Connection) => void idle.push(one)))(connection)
  return {
    async call(call) {
      const free = idle.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)))
      const connection = opened(free)
      return connection.call(call).finally(() => release(connection))
    },
    close: () => connections.forEach((connection) => connection.close()),
  }
}

/**
 * Timers are exact to a millisecond, which is as long as what is measured at low rates: there the last millisecond is a
 * busy wait. At a high rate this would take most of a core from the measured servers.
 */
async function untilDue(due: number, isExact: boolean): Promise<void> {
  const early = due - performance.now()
  if (!isExact) return early > 0 ? pause(Math.max(1, early)) : undefined
  if (early > 2) await pause(early - 1.5)
  while (performance.now() < due) await breath()
}

/** One call on its own connection, parsed. */
export async function callOnce<T>(port: number, call: Call, localAddress?: string): Promise<T> {
  const connection = new Connection(port, localAddress)
  try {
    return JSON.parse((await connection.call(call)).toString()) as T
  } finally {
    connection.close()
  }
}
