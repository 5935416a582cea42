import { once } from 'node:events'
import net from 'node:net'
import { mongo } from 'mongoose'

/** A command on its way to the store. */
export interface StoreCommand {
  /** 'insert', 'commitTransaction' ... */
  readonly name: string
  /** The name of its collection, where it has one. */
  readonly collection: unknown
  /** Its fields, without documents that follow it in the same message. */
  readonly fields: mongo.BSON.Document
  readonly bytes: Buffer
}

/** `cut`: the connection breaks instead. `silence`: it stays open, and nothing comes on it any more. */
type How = 'cut' | 'silence'
type Which = (command: StoreCommand) => boolean

/** A store behind a proxy that loses answers. */
export interface LossyStore {
  /** For MONGODB_URI. */
  readonly uri: string
  /** The answer to the next such command is lost; the store carries it out. Resolves when that has happened. */
  lose(which: Which, how: How): Promise<StoreCommand>
  /** Looks at every command; returns how to stop. */
  watch(look: (command: StoreCommand) => void): () => void
  /** What was to be lost and did not come is not lost any more. */
  relent(): void
  close(): void
}

interface Loss {
  readonly which: Which
  readonly how: How
  readonly happened: (command: StoreCommand) => void
}

/** Starts the proxy before a store of one server. */
export async function startLossyStore(storeUri: string): Promise<LossyStore> {
  const target = new URL(storeUri)
  const losses = new Set<Loss>()
  const watchers = new Set<(command: StoreCommand) => void>()
  const lossOf = (command: StoreCommand): Loss | undefined => {
    watchers.forEach((look) => look(command))
    const loss = [...losses].find(({ which }) => which(command))
    if (loss) losses.delete(loss)
    return loss
  }
  const proxy = net.createServer((client) => pipe(client, target, lossOf))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const uri = new URL(storeUri)
  uri.port = String((proxy.address() as net.AddressInfo).port)
  uri.searchParams.set('directConnection', 'true')
  // The driver looks again at once whether the store is there.
  uri.searchParams.set('minHeartbeatFrequencyMS', '10')
  return {
    uri: uri.href,
    lose: (which, how) => new Promise((happened) => void losses.add({ which, how, happened })),
    watch(look) {
      watchers.add(look)
      return () => void watchers.delete(look)
    },
    relent: () => losses.clear(),
    close: () => void proxy.close(),
  }
}

function pipe(client: net.Socket, target: URL, lossOf: (command: StoreCommand) => Loss | undefined): void {
  const store = net.connect(Number(target.port), target.hostname)
  let lost: { how: How; happened: () => void } | undefined
  const forward = (message: Buffer) => {
    const command = commandIn(message)
    const loss = command && lossOf(command)
    if (loss) lost = { how: loss.how, happened: () => loss.happened(command) }
    store.write(message)
  }
  const wholeMessages = messagesOf(forward)
  client.on('data', wholeMessages)
  store.on('data', (answer) => {
    if (!lost) return void client.write(answer)
    lost.happened()
    if (lost.how === 'cut') client.destroy()
  })
  client.on('close', () => store.destroy()).on('error', () => store.destroy())
  store.on('close', () => client.destroy()).on('error', () => client.destroy())
}

/** Puts what arrives in pieces together: each message begins with its length. */
function messagesOf(take: (message: Buffer) => void): (piece: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  return (piece) => {
    held = Buffer.concat([held, piece])
    while (held.length >= 4 && held.length >= held.readInt32LE(0)) {
      const length = held.readInt32LE(0)
      take(held.subarray(0, length))
      held = held.subarray(length)
    }
  }
}

// OP_MSG: a header of 16 bytes, the flags, and the command as its first section.
const OP_MSG = 2013
const COMMAND_AT = 21

function commandIn(bytes: Buffer): StoreCommand | undefined {
  if (bytes.readInt32LE(12) !== OP_MSG || bytes[COMMAND_AT - 1] !== 0) return undefined
  const fields = mongo.BSON.deserialize(bytes.subarray(COMMAND_AT), {
    allowObjectSmallerThanBufferSize: true,
  })
  const name = Object.keys(fields)[0]!
  return { name, collection: fields[name], fields, bytes }
}
