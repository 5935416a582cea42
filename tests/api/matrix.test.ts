import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { answersOf } from './matrix/call.ts'
import { ROWS } from './matrix/rows.ts'
import { buildWorld, type World } from './matrix/world.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer()
  world = await buildWorld(server)
})
afterAll(() => server.close())

describe('Access by role', () => {
  it.each(Object.entries(ROWS))('%s', async (operation, row) => {
    expect(await answersOf(world, operation, row)).toEqual(row.answers)
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
