import { randomUUID } from 'node:crypto'
import { ObjectId } from 'mongodb'
import type { PostView } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce } from '#bench/support/http-load.ts'
import { measureOffered, type Offered } from '#bench/support/offered.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { personId } from '#bench/support/world.ts'

/** So many that nobody reaches the limit of 120 reactions a minute. */
const PEOPLE = 1_000
/** Each follows once. */
const FOLLOWERS = 4_000
const VIEWERS = 100

interface Hot {
  name: string
  /** Writes a second that are offered. */
  rates: readonly number[]
  product: (bench: Bench) => Promise<Offered>
}

const KINDS: readonly Hot[] = [
  { name: 'reactions on one post', rates: [200, 1_000], product: productReactions },
  { name: 'comments on one post', rates: [200, 500], product: productComments },
  { name: 'follows of one person', rates: [200, 500], product: productFollows },
  { name: 'mentions of one person', rates: [200, 500], product: productMentions },
]

/**
 * Reactions and comments on one post that a hundred people have on screen, follows of one person, and posts
 * that mention one person, offered at a fixed rate, against one insert and one $inc.
 */
export async function hotPost(bench: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, rates, product } of KINDS)
    for (const rate of rates)
      results.push(
        ...(await measureOffered(bench, name, rate, {
          product: () => product(bench),
          bare: () => Promise.resolve(bareWrites()),
        })),
      )
  return results
}

const signedIn = (db: Bench['db'], people: number): Promise<string[]> =>
  signIn(
    db,
    Array.from({ length: people }, (_, at) => personId(3_000 + at)),
  )

/** Publishes a post. Returns its id. */
export async function newPost({ product }: Bench, cookie: string): Promise<string> {
  const { id } = await callOnce<PostView>(product.port, {
    method: 'POST',
    path: '/api/posts',
    cookie,
    body: { text: `React, all of you. ${randomUUID()}` },
  })
  return id
}

export async function productReactions(bench: Bench): Promise<Offered> {
  const cookies = await signedIn(bench.db, PEOPLE)
  const id = await newPost(bench, cookies[0]!)
  return {
    crowd: viewersOf(id, 'post:updated'),
    callOf: (at) => ({
      method: 'POST',
      path: `/api/posts/${id}/react`,
      cookie: cookies[at % PEOPLE]!,
      body: { emoji: REACTIONS[Math.floor(at / PEOPLE) % REACTIONS.length]!.emoji },
    }),
  }
}

async function productComments(bench: Bench): Promise<Offered> {
  const cookies = await signedIn(bench.db, PEOPLE)
  const id = await newPost(bench, cookies[0]!)
  return {
    crowd: viewersOf(id, 'comment:created'),
    callOf: (at) => ({
      method: 'POST',
      path: `/api/posts/${id}/comments`,
      cookie: cookies[at % PEOPLE]!,
      body: { text: `Comment ${at} ${randomUUID()}`, clientId: randomUUID() },
    }),
  }
}

/** A new person each time, so that nobody follows already. */
let followed = 0

async function productFollows(bench: Bench): Promise<Offered> {
  const cookies = await signedIn(bench.db, FOLLOWERS)
  const followee = personId(9_000 + followed++)
  return {
    crowd: viewersOf(await newPost(bench, cookies[0]!), 'profile:updated'),
    callOf: (at) => ({
      method: 'POST',
      path: `/api/users/${followee}/follow`,
      cookie: cookies[at % FOLLOWERS]!,
    }),
  }
}

/** The handle of a person of the world, by their place: a new one each time. */
let mentionedPeople = 0

async function productMentions(bench: Bench): Promise<Offered> {
  const cookies = await signedIn(bench.db, PEOPLE)
  const _id = new ObjectId(personId(8_000 + mentionedPeople++))
  const person = await bench.db.collection('users').findOne({ _id }, { projection: { handle: 1 } })
  return {
    crowd: viewersOf(await newPost(bench, cookies[0]!), 'post:updated'),
    callOf: (at) => ({
      method: 'POST',
      path: '/api/posts',
      cookie: cookies[at % PEOPLE]!,
      body: { text: `Look here, @${person!['handle']}. ${randomUUID()}`, clientId: randomUUID() },
    }),
  }
}

const sockets = <S>(one: S): S[] => Array.from({ length: VIEWERS }, () => one)

/** A hundred visitors who have a post on screen. */
export const viewersOf = (id: string, event: string): Offered['crowd'] => ({
  sockets: sockets({ auth: {} }),
  until: 'ready',
  watch: { posts: [id] },
  event,
})

/** One insert and one $inc, whatever is written. */
function bareWrites(): Offered {
  const id = randomUUID()
  return {
    crowd: { sockets: sockets({ auth: { room: `post:${id}` } }), event: 'post:updated' },
    callOf: (at) => ({
      method: 'POST',
      path: `/posts/${id}/react`,
      body: { userId: personId(3_000 + (at % PEOPLE)), emoji: REACTIONS[0].emoji },
    }),
  }
}
