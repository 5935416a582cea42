import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MongoClient, ObjectId, type Db, type Document } from 'mongodb'
import type { CommentView } from '#contract/comments.ts'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { startWriting, Writer } from '#tests/faults/writer.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { startRedis } from '#tests/support/redis.ts'
import { seeded, type Dice } from '#tests/support/seeded.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { startReplicaSet, type ReplicaSet } from './cluster.ts'

/**
 * `npm run test:elections -- --elections 200 --seed 1`: two servers on a replica set of three. People post, comment,
 * write messages, follow and react while the primary is killed, stepped down, stopped, or left without a majority.
 * Fails when an acknowledged write is not found after an election, or at the end.
 */
const { values } = parseArgs({
  options: {
    elections: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})

/** Acknowledged writes, by collection: what is looked for, and when its answer came. */
type Kind = 'posts' | 'comments' | 'messages' | 'follows' | 'reactions'
type Acknowledged = Record<Kind, Map<string, number>>

const nothing = (): Acknowledged => ({
  posts: new Map(),
  comments: new Map(),
  messages: new Map(),
  follows: new Map(),
  reactions: new Map(),
})

/** One person's writes of every kind, one after the other; each is tried again until it has its answer. */
class Busy extends Writer {
  readonly acknowledged = nothing()
  readonly #me: readonly Person[]
  readonly #others: readonly Person[]
  readonly #dice: Dice

  /** `me`: the same person at each server. */
  constructor(me: readonly Person[], others: readonly Person[], dice: Dice) {
    super(20)
    this.#me = me
    this.#others = others
    this.#dice = dice
  }

  protected async writeNext(): Promise<void> {
    const post = await this.#create<PostView>('posts', '/posts', 'text')
    await this.#create<CommentView>('comments', `/posts/${post.id}/comments`, 'text')
    const other = this.#others[this.#dice(this.#others.length)]!
    await this.#create<MessageView>('messages', '/messages', 'content', { receiverId: other.id })
    await this.#react(post.id)
    await this.#follow(this.#others[0]!)
  }

  get #server(): Person {
    return this.#me[this.#dice(this.#me.length)]!
  }

  async #create<T extends { id: string }>(
    kind: 'posts' | 'comments' | 'messages',
    at: string,
    field: string,
    rest: object = {},
  ): Promise<T> {
    const clientId = randomUUID()
    const input = { [field]: `Word ${randomUUID()}`, clientId, ...rest }
    const made = await this.answered(() => this.#server.post<T>(at, input))
    this.acknowledged[kind].set(made.id, Date.now())
    return made
  }

  async #react(postId: string): Promise<void> {
    const reply = await this.#server
      .post<PostView>(`/posts/${postId}/react`, { emoji: '❤️' })
      .catch(() => null)
    // Sent twice it is withdrawn: without an answer the outcome is read.
    const { viewer } =
      reply?.status === 200
        ? reply.body
        : await this.answered(() => this.#server.get<PostView>(`/posts/${postId}`))
    if (viewer.reaction) this.acknowledged.reactions.set(`${this.#me[0]!.id} ${postId}`, Date.now())
  }

  async #follow(who: Person): Promise<void> {
    const [at, row] = [`/users/${who.id}/follow`, `${this.#me[0]!.id} ${who.id}`]
    const follows = !this.acknowledged.follows.delete(row)
    await this.answered(() => (follows ? this.#server.post(at) : this.#server.delete(at)))
    if (follows) this.acknowledged.follows.set(row, Date.now())
  }
}

/** Each ends with a primary that takes writes. */
const FAULTS: Record<string, (store: ReplicaSet, dice: Dice) => Promise<void>> = {
  async 'the primary is killed'(store) {
    const restore = await store.killPrimary()
    await pause(500)
    await restore()
  },
  async 'the primary steps down'(store) {
    await store.stepDown()
  },
  async 'the primary stands still until another is elected'(store, dice) {
    const goOn = await store.pausePrimary()
    await pause(2_500 + dice(3_000))
    goOn()
  },
  async 'the primary is killed with writes that no majority has'(store, dice) {
    const goOn = await store.pauseSecondaries()
    await pause(200 + dice(1_500))
    const restore = await store.killPrimary()
    goOn()
    await pause(500)
    await restore()
  },
  async 'the primary is killed, the next one too, and a third stands still'(store, dice) {
    const restores = [await store.killPrimary()]
    await restores[0]!()
    restores.push(await store.killPrimary())
    await restores[1]!()
    const goOn = await store.pausePrimary()
    await pause(2_500 + dice(3_000))
    goOn()
  },
  async 'the primary steps down without a majority'(store, dice) {
    const goOn = await store.pauseSecondaries()
    await pause(200 + dice(1_500))
    await store.stepDown()
    goOn()
  },
}

/** What is not in the store, of what was acknowledged. */
async function missing(db: Db, acknowledged: Acknowledged, since = 0): Promise<string[]> {
  const lost = await Promise.all(
    KINDS.map(async (kind) => {
      const rows = [...acknowledged[kind]].filter(([, at]) => at >= since).map(([row]) => row)
      if (rows.length === 0) return []
      const $or = rows.map((row) => keyOf(kind, row))
      const found = await db.collection(kind).find({ $or }).toArray()
      const stored = new Set(found.map((document) => rowOf(kind, document)))
      return rows.filter((row) => !stored.has(row)).map((row) => `${kind} ${row}`)
    }),
  )
  return lost.flat()
}

/** The fields whose values make a row. */
const KEYS: Record<Kind, readonly string[]> = {
  posts: ['_id'],
  comments: ['_id'],
  messages: ['_id'],
  follows: ['followerId', 'followeeId'],
  reactions: ['userId', 'postId'],
}
const KINDS = Object.keys(KEYS) as Kind[]
const rowOf = (kind: Kind, document: Document): string =>
  KEYS[kind].map((key) => String(document[key])).join(' ')
const keyOf = (kind: Kind, row: string): Document =>
  Object.fromEntries(row.split(' ').map((id, at) => [KEYS[kind][at], new ObjectId(id)]))

async function run(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-elections-'))
  const ends: (() => PromiseLike<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const store = await startReplicaSet(folder, {
      electionTimeoutMillis: 2_000,
      heartbeatIntervalMillis: 500,
    })
    ends.push(() => store.close())
    const redis = await startRedis()
    ends.push(() => redis[Symbol.asyncDispose]())
    const servers = await startServers({ MONGODB_URI: store.uri, REDIS_URL: redis.url })
    ends.push(...servers.map((server) => () => server[Symbol.asyncDispose]()))
    const client = await MongoClient.connect(store.uri, { readConcern: { level: 'majority' } })
    ends.push(() => client.close())
    return await holdElections(store, client.db(), servers)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const startServers = (env: Record<string, string>): Promise<ServerProcess[]> =>
  Promise.all(
    [1, 2].map(() =>
      startServerProcess({ SESSION_SECRET: 'one-secret-for-both-servers', LOG_LEVEL: 'warn', ...env }),
    ),
  )

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const
/** Writers of one person: also one person's writes come at the same time. */
const WRITERS_EACH = 4

async function holdElections(store: ReplicaSet, db: Db, servers: readonly ServerProcess[]): Promise<number> {
  const dice = seeded(Number(values.seed))
  const everybody = await Promise.all(servers.map((server) => people(server, NAMES)))
  const writers = everybody[0]!.flatMap((me, at) => {
    const others = everybody[0]!.filter((other) => other !== me)
    const meEverywhere = everybody.map((group) => group[at]!)
    return Array.from(
      { length: WRITERS_EACH },
      (_, which) => new Busy(meEverywhere, others.slice(which), dice),
    )
  })
  const stop = startWriting(writers)
  const lost = new Set<string>()
  const names = Object.keys(FAULTS)
  for (let election = 1; election <= Number(values.elections); election += 1) {
    const begun = Date.now()
    const name = names[dice(names.length)]!
    await FAULTS[name]!(store, dice)
    const before = sumOf(writers, 'posts')
    await until('people write again', () => sumOf(writers, 'posts') > before + 10, WRITES_AGAIN_MS)
    for (const { acknowledged } of writers)
      for (const row of await missing(db, acknowledged, begun - 5_000)) lost.add(row)
    console.log(`${election} ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s, ${lost.size} lost`)
  }
  await stop()
  for (const { acknowledged } of writers) for (const row of await missing(db, acknowledged)) lost.add(row)
  for (const kind of KINDS) console.log(`${kind}: ${sumOf(writers, kind)} acknowledged`)
  console.log(`${lost.size} of them are lost`, [...lost].slice(0, 50))
  return lost.size
}

/** On a busy machine an election takes its time. */
const WRITES_AGAIN_MS = 240_000

const sumOf = (writers: readonly Busy[], kind: Kind): number =>
  writers.reduce((sum, { acknowledged }) => sum + acknowledged[kind].size, 0)

process.exitCode = (await run()) === 0 ? 0 : 1
