import type { Db } from 'mongodb'
import type { ConversationView } from '#contract/messages.ts'
import { done } from '#tests/support/full-account.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { connectLive, type LiveClient } from '#tests/support/socket-client.ts'
import type { TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { NAMES, type Name } from './model.ts'

/** Two processes, and two admins who belong to no cast. */
export interface House {
  servers: TwoServers
  king: Person
  queen: Person
}

export async function openHouse(servers: TwoServers): Promise<House> {
  const [king, queen] = await Promise.all([person(servers.here, 'king'), person(servers.there, 'queen')])
  await servers.store
    .collection('users')
    .updateMany({ handle: { $in: ['king', 'queen'] } }, { $set: { isAdmin: true } })
  await until('both are admins', async () => {
    const answers = await Promise.all([king, queen].map((one) => one.get('/admin/stats')))
    return answers.every(({ status }) => status === 200)
  })
  return { servers, king, queen }
}

/** One of five people, with a page that watches all there is. */
export interface Actor {
  readonly name: Name
  readonly id: string
  readonly handle: string
  /** Calls at each process. */
  readonly at: readonly [Caller, Caller]
  readonly page: LiveClient
}

/** The five of one run, who share a group; everybody has written to the one who made it. */
export interface Cast extends House {
  readonly store: Db
  readonly actors: ReadonlyMap<Name, Actor>
  readonly groupId: string
  /** Of what was written, by word. */
  readonly ids: Map<string, string>
  /** The words of the messages, by their seq. */
  readonly seqs: Map<number, string>
  /** A word in all posts, messages and names of the cast, which searches ask for. */
  readonly common: string
  /** The case about something that a moderator has removed, by word. */
  readonly cases: Map<string, string>
}

let casts = 0

export async function newCast(house: House): Promise<Cast> {
  const number = (casts += 1)
  const actors = new Map(
    await Promise.all(NAMES.map(async (name) => [name, await actor(house, name, number)] as const)),
  )
  const [maker, ...others] = [...actors.values()]
  const hello = (from: Actor, to: Actor) =>
    done(from.at[0].post('/messages', { receiverId: to.id, content: 'Hello' }))
  for (const other of others) {
    await hello(maker!, other)
    await hello(other, maker!)
  }
  const group = await done(
    maker!.at[0].post<ConversationView>('/messages/groups', {
      name: 'The five',
      memberIds: others.map(({ id }) => id),
    }),
  )
  await done(maker!.at[0].put(`/messages/${group.id}/disappearing`, { after: '24h' }))
  return {
    ...house,
    store: house.servers.store,
    actors,
    groupId: group.id,
    ids: new Map(),
    seqs: new Map(),
    common: `common${number}`,
    cases: new Map(),
  }
}

async function actor({ servers: { here, there } }: House, name: Name, number: number): Promise<Actor> {
  const one = await person(here, `${name}_${number}`, `common${number} ${name}`)
  const elsewhere = visitor(there)
  elsewhere.setCookie(one.cookie())
  const page = await connectLive(NAMES.indexOf(name) % 2 === 0 ? here : there, { cookie: one.cookie() })
  await page.send('watch', { topic: 'feed' })
  return { name, id: one.id, handle: one.handle, at: [one, elsewhere], page }
}

/** Closes the pages. */
export const leave = ({ actors }: Cast): void => actors.forEach(({ page }) => page.close())
