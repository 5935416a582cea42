import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { PostView, PublicPostView } from '#contract/posts.ts'
import { Chatter } from '#tests/faults/chatter.ts'
import { ModelPage } from '#tests/realtime/support/model-page.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { seeded, type Dice } from '#tests/support/seeded.ts'
import { openLive, type LiveClient } from '#tests/support/socket-client.ts'

interface Site {
  readonly url: string
}

/** Two people who write to each other, each with an open page. */
export interface Pair {
  readonly people: readonly [Person, Person]
  readonly chatters: readonly [Chatter, Chatter]
  readonly pages: readonly [ModelPage, ModelPage]
}

export interface Load {
  readonly pairs: readonly Pair[]
  readonly watchers: readonly Watcher[]
  readonly posts: readonly PostView[]
  /** Number of reactions and comments that got no answer, or one that says 'try again'. */
  retries(): number
  /** Stops writing and waits until each last write has its answer. */
  stop(): Promise<void>
}

/** Pause of a chatter between two messages. */
const REST_MS = 1_500
const REACTORS = 10
const POSTS = 12

/** Lets `pairs` pairs chat and some of them react and comment, while `watchers` visitors watch the posts. */
export async function startLoad(
  site: Site,
  { pairs: pairCount, watchers: watcherCount, seed }: { pairs: number; watchers: number; seed: number },
): Promise<Load> {
  const pairs: Pair[] = []
  for (let count = 0; count < pairCount; count += 1) pairs.push(await openPair(site, count))
  const [author] = pairs[0]!.people
  const posts: PostView[] = []
  for (let count = 0; count < POSTS; count += 1)
    posts.push((await author.post<PostView>('/posts', { text: `Hot drop ${count}` })).body)
  const watchers = Array.from({ length: watcherCount }, () => new Watcher(site, posts))
  await Promise.all(watchers.map((watcher) => watcher.connect()))
  const writing = { stopped: false, retries: 0 }
  const dice = seeded(seed)
  const reactors = pairs.slice(0, REACTORS).map(({ people }) => react(people[1], posts, dice, writing))
  const talking = pairs.flatMap(({ chatters }) => chatters.map((chatter) => chatter.write()))
  return {
    pairs,
    watchers,
    posts,
    retries: () => writing.retries,
    async stop() {
      writing.stopped = true
      pairs.forEach(({ chatters }) => chatters.forEach((chatter) => chatter.stop()))
      await Promise.all([...talking, ...reactors])
    },
  }
}

async function openPair(site: Site, count: number): Promise<Pair> {
  const people = [await person(site, `left_${count}`), await person(site, `right_${count}`)] as const
  const chatters = [
    new Chatter(people[0], people[1], REST_MS),
    new Chatter(people[1], people[0], REST_MS),
  ] as const
  const pages = [new ModelPage(people[0], site), new ModelPage(people[1], site)] as const
  pages.forEach((page) => page.connect())
  return { people, chatters, pages }
}

/** Reacts and comments until it is stopped; each write is retried until it has an answer. */
async function react(
  who: Person,
  posts: readonly PostView[],
  dice: Dice,
  writing: { stopped: boolean; retries: number },
): Promise<void> {
  while (!writing.stopped) {
    const path = `/posts/${posts[dice(posts.length)]!.id}`
    const clientId = randomUUID()
    if (dice(4) === 0)
      await certainly(() => who.post(`${path}/comments`, { text: `Comment ${clientId}`, clientId }), writing)
    // A reaction that is sent twice is removed again, so it is not retried; the counts are compared with the
    else
      await who
        .post(`${path}/react`, { emoji: REACTIONS[dice(REACTIONS.length)]!.emoji })
        .catch(() => undefined)
    await pause(400 + dice(400))
  }
}

async function certainly(
  write: () => Promise<{ status: number; text: string }>,
  writing: { retries: number },
): Promise<void> {
  for (;;) {
    const reply = await write().catch(() => null)
    if (reply && reply.status < 300) return
    if (reply && reply.status < 500) throw new Error(`refused: ${reply.status} ${reply.text}`)
    writing.retries += 1
    await pause(100)
  }
}

/**
 * A visitor's page with the posts on screen: takes newer records, and asks again after each `ready` (LIVE L4,
 * L13).
 */
export class Watcher {
  readonly #site: Site
  readonly #ids: readonly string[]
  readonly #shown = new Map<string, PublicPostView>()
  #live: LiveClient | null = null
  #asking: Promise<unknown> = Promise.resolve()

  constructor(site: Site, posts: readonly PostView[]) {
    this.#site = site
    this.#ids = posts.map(({ id }) => id)
  }

  async connect(): Promise<void> {
    const live = openLive(this.#site)
    this.#live = live
    const again = () =>
      void (this.#live === live && setTimeout(() => void this.connect(), 1_000 + Math.random() * 2_000))
    live.socket.on('ready', () => void (this.#asking = this.#watch(live).catch(() => live.close())))
    live.socket.on('post:updated', ({ post }) => this.#take(post))
    live.socket.once('connect_error', again)
    live.socket.once('disconnect', again)
  }

  async #watch(live: LiveClient): Promise<void> {
    await live.send('watch', { posts: [...this.#ids] })
    for (const id of this.#ids) this.#take(await fetchPost(this.#site, id))
  }

  #take(post: PublicPostView): void {
    if (post.rev > (this.#shown.get(post.id)?.rev ?? -1)) this.#shown.set(post.id, post)
  }

  /** What is wrong on this page beside what a refetch gives; empty when nothing is. */
  async differences(truth: ReadonlyMap<string, PublicPostView>): Promise<string[]> {
    await this.#asking
    return this.#ids
      .filter((id) => figures(this.#shown.get(id)) !== figures(truth.get(id)))
      .map((id) => `post ${id}: shows ${figures(this.#shown.get(id))} instead of ${figures(truth.get(id))}`)
  }

  close(): void {
    const live = this.#live
    this.#live = null
    live?.close()
  }
}

const figures = (post: PublicPostView | undefined): string =>
  JSON.stringify([post?.rev, post?.reactionCounts, post?._count])

export async function fetchPost(site: Site, id: string): Promise<PublicPostView> {
  const { status, body, text } = await visitor(site).get<PostView>(`/posts/${id}`)
  if (status !== 200) throw new Error(`/posts/${id}: ${status} ${text}`)
  return body
}
