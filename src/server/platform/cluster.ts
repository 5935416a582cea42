import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { config } from './config.ts'
import { logger } from './logger.ts'

/** What other processes keep in memory and have to forget: an id of each kind. */
const KINDS = ['viewer', 'followees'] as const
type Kind = (typeof KINDS)[number]

const CHANNEL = 'royal-flush:forget'
const Message = z.object({ from: z.string(), kind: z.enum(KINDS), ids: z.array(z.string()) })

const self = randomUUID()
const listeners = new Map<Kind, (id: string) => void>()
// Redis wants a connection of its own for listening.
const [publisher, subscriber] = config.REDIS_URL ? [connect(config.REDIS_URL), connect(config.REDIS_URL)] : []

if (subscriber) {
  subscriber.on('message', (_channel, text) => receive(text))
  subscriber.subscribe(CHANNEL).catch(warn)
}

function connect(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: 1 }).on('error', warn)
}

// A message that is lost costs the freshness of a cache until its entries run out, nothing more.
function warn(error: unknown): void {
  logger.warn({ err: error }, 'Redis does not answer; caches of other processes catch up by themselves')
}

function receive(text: string): void {
  const message = Message.safeParse(parsed(text))
  if (!message.success || message.data.from === self) return
  for (const id of message.data.ids) listeners.get(message.data.kind)?.(id)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not ours; the schema refuses it
  }
}

/** Caches of several server processes that hold the same people. Without REDIS_URL there is one process and nothing to tell. */
export const cluster = {
  /** Tells the other processes; resolves when Redis has it, or at once without Redis. Never throws. */
  async forget(kind: Kind, ids: string[]): Promise<void> {
    await publisher?.publish(CHANNEL, JSON.stringify({ from: self, kind, ids })).catch(warn)
  },
  /** What to do with what others tell. Returns the function that stops it. */
  onForget(kind: Kind, listener: (id: string) => void): () => void {
    listeners.set(kind, listener)
    return () => void listeners.delete(kind)
  },
  async close(): Promise<void> {
    await Promise.all([publisher, subscriber].map((connection) => connection?.quit().catch(() => connection.disconnect())))
  },
}
