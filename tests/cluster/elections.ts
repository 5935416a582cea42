import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MongoClient, ObjectId, type Db } from 'mongodb'
import type { CommentView } from '#contract/comments.ts'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { startWriting, Writer } from '#tests/faults/writer.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { startRedis } from '#tests/support/redis.ts'
import { seeded, type Dice } from '#tests/support/seeded.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
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
type Acknowledged = Record<'posts' | 'comments' | 'messages' | 'follows' | 'reactions', Map<string, number>>

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
  #follows = false

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
    this.#follows = !this.#follows
    const at = `/users/${who.id}/follow`
    await this.answered(() => (this.#follows ? this.#server.post(at) : this.#server.delete(at)))
    const row = `${this.#me[0]!.id} ${who.id}`
    if (this.#follows) this.acknowledged.follows.set(row, Date.now())
    else this.acknowledged.follows.delete(row)
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
  const lost: string[] = []
  const recent = (kind: keyof Acknowledged) =>
    [...acknowledged[kind]].filter(([, at]) => at >= since).map(([row]) => row)
  for (const kind of ['posts', 'comments', 'messages'] as const) {
    const rows = recent(kind)
    const ids = rows.map((id) => new ObjectId(id))
    const found = new Set(
      (
        await db
          .collection(kind)
          .find({ _id: { $in: ids } })
          .project({ _id: 1 })
          .toArray()
      ).map(({ _id }) => String(_id)),
    )
    lost.push(...rows.filter((id) => !found.has(id)).map((id) => `${kind} ${id}`))
  }
  for (const row of recent('reactions')) {
    const [userId, postId] = row.split(' ').map((id) => new ObjectId(id))
    if (!(await db.collection('reactions').findOne({ userId, postId }))) lost.push(`reactions ${row}`)
  }
  return lost
}

async function missingFollows(db: Db, acknowledged: Acknowledged): Promise<string[]> {
  const lost: string[] = []
  for (const row of acknowledged.follows.keys()) {
    const [followerId, followeeId] = row.split(' ').map((id) => new ObjectId(id))
    if (!(await db.collection('follows').findOne({ followerId, followeeId }))) lost.push(`follows ${row}`)
  }
  return lost
}

async function run(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-elections-'))
  await using ends = new AsyncDisposableStack()
  ends.defer(() => rm(folder, { recursive: true, force: true }))
  const store = await startReplicaSet(folder)
  ends.defer(() => store.close())
  const redis = ends.use(await startRedis())
  const env = {
    MONGODB_URI: store.uri,
    REDIS_URL: redis.url,
    SESSION_SECRET: 'one-secret-for-both-servers-of-the-cluster',
    LOG_LEVEL: 'warn',
  }
  const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
  servers.forEach((server) => ends.use(server))
  const client = await MongoClient.connect(store.uri, { readConcern: { level: 'majority' } })
  ends.defer(() => client.close())
  const db = client.db()
  const dice = seeded(Number(values.seed))
  const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const
  const [here, there] = [await people(servers[0]!, NAMES), await people(servers[1]!, NAMES)]
  const writers = here.flatMap((me, at) => {
    const others = here.filter((other) => other !== me)
    return [0, 1, 2, 3].map((which) => new Busy([me, there[at]!], others.slice(which), dice))
  })
  const stop = startWriting(writers)
  const count = () => writers.reduce((sum, { acknowledged: { posts } }) => sum + posts.size, 0)
  const lost = new Set<string>()
  const names = Object.keys(FAULTS)
  const times: Record<string, number> = {}
  for (let election = 1; election <= Number(values.elections); election += 1) {
    const begun = Date.now()
    const name = names[dice(names.length)]!
    await FAULTS[name]!(store, dice)
    const before = count()
    await until('people write again', () => count() > before + 10, 240_000)
    times[name] = (times[name] ?? 0) + 1
    for (const { acknowledged } of writers)
      for (const row of await answered2(() => missing(db, acknowledged, begun - 5_000))) lost.add(row)
    console.log(
      `${election} ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s, ${count()} posts, ${lost.size} lost`,
    )
  }
  await stop()
  const everything = await Promise.all(
    writers.map(async ({ acknowledged }) => [
      ...(await missing(db, acknowledged)),
      ...(await missingFollows(db, acknowledged)),
    ]),
  )
  everything.flat().forEach((row) => lost.add(row))
  for (const kind of ['posts', 'comments', 'messages', 'reactions', 'follows'] as const)
    console.log(
      kind,
      writers.reduce((sum, { acknowledged }) => sum + acknowledged[kind].size, 0),
    )
  console.log(
    times,
    'tried again',
    writers.reduce((sum, { retries }) => sum + retries, 0),
  )
  console.log(`${lost.size} acknowledged writes are lost`, [...lost].slice(0, 50))
  return lost.size
}

/** The election may have a second one behind it. */
async function answered2<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch {
      await pause(200)
    }
  }
}

process.exitCode = (await run()) === 0 ? 0 : 1
