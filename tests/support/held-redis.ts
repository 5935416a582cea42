import { once } from 'node:events'
import net from 'node:net'

/** A Redis behind a proxy that can keep what a process asks of it with its subscriber. */
export interface HeldRedis {
  /** For REDIS_URL. */
  readonly url: string
  /** From now on Redis does not get what the subscriber sends. */
  hold(): void
  /** What is held, as text. */
  held(): string
  /** Redis gets it after all, and what comes. */
  release(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts the proxy before a Redis of one server. */
export async function startHeldRedis(redisUrl: string): Promise<HeldRedis> {
  const target = new URL(redisUrl)
  const sockets = new Set<net.Socket>()
  const waiting: { bytes: Buffer; to: net.Socket }[] = []
  let holds = false
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
    server.pipe(client)
    let subscribes = false
    client.on('data', (bytes: Buffer) => {
      subscribes ||= bytes.includes('subscribe')
      if (holds && subscribes) waiting.push({ bytes, to: server })
      else server.write(bytes)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `redis://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    hold: () => void (holds = true),
    held: () => waiting.map(({ bytes }) => bytes.toString()).join(''),
    release() {
      holds = false
      for (const { bytes, to } of waiting.splice(0)) to.write(bytes)
    },
    async [Symbol.asyncDispose]() {
      sockets.forEach((socket) => socket.destroy())
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
