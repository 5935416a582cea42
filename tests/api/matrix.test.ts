import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, visitor, type Caller } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { ROWS, type Given, type Row } from './matrix/rows.ts'
import { buildWorld, fresh, type World } from './matrix/world.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer()
  world = await buildWorld(server)
})
afterAll(() => server.close())

const ROLES = ['visitor', 'owner', 'other', 'moderator', 'admin'] as const
type Role = (typeof ROLES)[number]

/** Makes the call as one of the five people, about a new record. */
async function ask(operation: string, { given, ends }: Row, role: Role): Promise<number> {
  const [method = '', path = ''] = operation.split(' ')
  const { params = {}, query, body }: Given = (await given?.(world)) ?? {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const who = await callerFor(role, ends === true)
  return (
    await who.raw(
      method,
      query ? `${filled}?${query}` : filled,
      body === undefined ? undefined : JSON.stringify(body),
      headers,
    )
  ).status
}

async function callerFor(role: Role, ends: boolean): Promise<Caller> {
  if (role === 'visitor') return visitor(server)
  if (!ends) return world[role]
  const spent = await person(server, fresh(role))
  if (role === 'moderator')
    await world.admin.patch(`/admin/users/${spent.id}/moderator`, { isModerator: true })
  if (role === 'admin') await world.admin.patch(`/admin/users/${spent.id}/admin`, { isAdmin: true })
  return spent
}

describe('Access by role', () => {
  it.each(Object.entries(ROWS))('%s', async (operation, row) => {
    const answers: number[] = []
    for (const role of ROLES) answers.push(await ask(operation, row, role))
    expect(answers).toEqual(row.answers)
  })

  it('has a row for every call of the published contract', async () => {
    const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const published = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    const listed = Object.keys(ROWS).map((operation) => operation.replace(/ \(.*\)$/, ''))
    expect(published.filter((operation) => !listed.includes(operation))).toEqual([])
    expect(listed.filter((operation) => !published.includes(operation))).toEqual([])
  })
})
