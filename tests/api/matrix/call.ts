import { person, visitor, type Caller, type Reply } from '#tests/support/http-client.ts'
import { fresh, type World } from './world.ts'
import type { Given, Row } from './rows.ts'

export const ROLES = ['visitor', 'owner', 'other', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** How each of the five people is answered. A record that a call has changed is made anew for the next of them. */
export async function answersOf(world: World, operation: string, row: Row): Promise<number[]> {
  const answers: number[] = []
  let given: Given | undefined
  for (const role of ROLES) {
    given ??= await inputFor(world, row)
    const { status } = await (await callWith(given, world, operation, row, role))()
    answers.push(status)
    if (status < 300 && !operation.startsWith('GET ')) given = undefined
  }
  return answers
}

const inputFor = async (world: World, { given }: Row): Promise<Given> => (await given?.(world)) ?? {}

/**
 * Makes the record for a call of the matrix. Returns how to make the call as one of the five people, as often as wanted.
 * `more`: fields that the body has besides.
 */
export async function prepareCall(
  world: World,
  operation: string,
  row: Row,
  role: Role,
  more?: object,
): Promise<() => Promise<Reply<unknown>>> {
  return callWith(await inputFor(world, row), world, operation, row, role, more)
}

async function callWith(
  { params = {}, query, body: own }: Given,
  world: World,
  operation: string,
  { ends }: Row,
  role: Role,
  more?: object,
): Promise<() => Promise<Reply<unknown>>> {
  const [method = '', path = ''] = operation.split(' ')
  const body = more ? { ...(own as object), ...more } : own
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const who = await callerFor(world, role, ends === true)
  return () =>
    who.raw(
      method,
      query ? `${filled}?${query}` : filled,
      body === undefined ? undefined : JSON.stringify(body),
      headers,
    )
}

async function callerFor(world: World, role: Role, ends: boolean): Promise<Caller> {
  if (role === 'visitor') return visitor(world.server)
  if (!ends) return world[role]
  const spent = await person(world.server, fresh(role))
  if (role === 'moderator')
    await world.admin.patch(`/admin/users/${spent.id}/moderator`, { isModerator: true })
  if (role === 'admin') await world.admin.patch(`/admin/users/${spent.id}/admin`, { isAdmin: true })
  return spent
}
