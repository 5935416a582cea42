import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RouteSpec as Spec } from '#server/platform/http/route.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let routes: readonly Spec[]
let mallory: Person
beforeAll(async () => {
  server = await startTestServer()
  routes = (await import('#server/boot/features.ts')).routes
  mallory = await person(server, 'mallory')
  // An admin, so that no call is refused for lack of rights.
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(mallory.id, true)
})
afterAll(() => server.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const name = ({ method, path }: Spec) => `${method.toUpperCase()} ${path}`
/** The path with `value` for each parameter. */
const filled = ({ path }: Spec, value: string) => path.replace(/:\w+/g, value)
/** The path with an id of nothing for each parameter, or with a value that the parameter can have. */
const possible = ({ path, params }: Spec) =>
  path.replace(/:(\w+)/g, (_, parameter: string) => choicesOf(params, parameter)?.[0] ?? '0'.repeat(24))
function choicesOf(params: z.ZodType | undefined, parameter: string): string[] | undefined {
  const { properties = {} } = params ? z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) : {}
  return (properties[parameter] as { enum?: string[] } | undefined)?.enum
}
/** The field names of a schema. */
function keysOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const { $ref, $defs, properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(($ref ? $defs?.[$ref.split('/').at(-1)!]?.properties : properties) ?? {})
}
const withBody = () => routes.filter(({ body }) => body)
const withParams = () => routes.filter(({ path }) => path.includes(':'))
const send = (
  { method, path }: Pick<Spec, 'method' | 'path'>,
  body: string,
  headers: Record<string, string> = JSON_TYPE,
) => (method === 'get' ? mallory.get(path) : mallory.raw(method.toUpperCase(), path, body, headers))
const at = (spec: Spec, value?: string) => ({
  method: spec.method,
  path: value === undefined ? possible(spec) : filled(spec, value),
})

/**
 * For inputs that all calls refuse in one place: each call gets the next `many` of them. There are many more calls than
 * inputs. With EVERY_COMBINATION each call gets all of them.
 */
function inTurn<T>(inputs: readonly T[], many: number): () => readonly T[] {
  if (process.env['EVERY_COMBINATION']) return () => inputs
  let next = 0
  return () => Array.from({ length: many }, () => inputs[next++ % inputs.length]!)
}

/** Makes each call with each input and lists the wrong answers. */
async function wrongAnswers<T>(
  specs: readonly Spec[],
  inputs: (spec: Spec) => readonly T[],
  call: (spec: Spec, input: T) => Promise<{ status: number }>,
  right: (status: number) => boolean,
) {
  const wrong: string[] = []
  expect(specs.flatMap(inputs).length, 'nothing was tried').toBeGreaterThan(0)
  for (const spec of specs) {
    for (const input of inputs(spec)) {
      const { status } = await call(spec, input)
      if (!right(status)) wrong.push(`${name(spec)} with ${JSON.stringify(input).slice(0, 80)}: ${status}`)
    }
  }
  return wrong
}

describe('Every call with a body', () => {
  test('answers 400 when it is not a JSON object', async () => {
    const values = ['[]', 'null', '7', '"text"', 'true', '[{}]']
    const broken = inTurn(['{', '{"a":1}}', '\u0000', '['.repeat(50_000)], 1)
    expect(
      await wrongAnswers(
        withBody(),
        () => [...values, ...broken()],
        (spec, body) => send(at(spec), body),
        (status) => status === 400,
      ),
    ).toEqual([])
  })

  test('answers 400 to an operator, a number, a list or an object in place of any field', async () => {
    const objects = inTurn<unknown>([{ $ne: null }, { $gt: '' }, { toString: 1 }], 1)
    const bodies = (spec: Spec) =>
      keysOf(spec.body).flatMap((key) =>
        [...objects(), [{ $ne: null }], -1e308].map((value) => ({ [key]: value })),
      )
    expect(
      await wrongAnswers(
        withBody(),
        bodies,
        (spec, body) => send(at(spec), JSON.stringify(body)),
        (status) => status === 400,
      ),
    ).toEqual([])
  })

  test('survives unusual but valid JSON', async () => {
    const bodies = [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"a":1,"a":2}',
      '',
      `{"${'k'.repeat(100_000)}":1}`,
    ]
    expect(
      await wrongAnswers(
        withBody(),
        () => bodies,
        (spec, body) => send(at(spec), body),
        (status) => status < 500,
      ),
    ).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('requires the content type of JSON', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
    expect(
      await wrongAnswers(
        withBody(),
        inTurn(types, 1),
        (spec, type) => send(at(spec), '{"a":1}', { 'content-type': type }),
        (status) => status === 415,
      ),
    ).toEqual([])
  })
})

describe('Every call with an id or a handle in its path', () => {
  test('answers 404 when it is invalid', async () => {
    const ids = [
      'zzz',
      '%00',
      '..%2f',
      '%2e%2e%2fauth',
      '0'.repeat(23),
      'g'.repeat(24),
      `${'0'.repeat(24)}%00`,
      '%7B%22$ne%22:null%7D',
      'x'.repeat(2000),
    ]
    expect(
      await wrongAnswers(
        withParams(),
        inTurn(ids, 4),
        (spec, id) => send(at(spec, id), '{}'),
        (status) => status === 404,
      ),
    ).toEqual([])
  })

  test('answers 400 to a broken escape', async () => {
    expect(
      await wrongAnswers(
        withParams(),
        inTurn(['%ff', '%E0%A4%A', '%'], 1),
        (spec, id) => send(at(spec, id), '{}'),
        (status) => status === 400,
      ),
    ).toEqual([])
  })
})

describe('Every call with a query', () => {
  test('answers 400 to a repeated cursor and to an invalid one', async () => {
    const cursors = (spec: Spec) =>
      keysOf(spec.query).filter((key) => ['cursor', 'before', 'after'].includes(key))
    const queries = (spec: Spec) =>
      cursors(spec).flatMap((key) =>
        ['zzz', '', '-1', '%00', '1e99', 'null', '2026-13-45T99:99:99.000Z', `1&${key}=2`].map(
          (value) => `${key}=${value}`,
        ),
      )
    const call = (spec: Spec, query: string) => mallory.get(`${filled(spec, '0'.repeat(24))}?${query}`)
    const specs = routes.filter(({ query, method }) => query && method === 'get')
    expect(specs.flatMap(queries).length).toBeGreaterThan(20)
    expect(await wrongAnswers(specs, queries, call, (status) => status === 400)).toEqual([])
  })

  test('survives operators and control characters', async () => {
    const values = ['%00', '%ED%A0%80', '(a%2B)%2B$', '%24where', '.*', 'x'.repeat(5000)]
    const brackets = inTurn(['key[$ne]=1', 'key[]=1', 'key.a=1', '__proto__[key]=1'], 1)
    const queries = (spec: Spec) =>
      keysOf(spec.query).flatMap((key) => [
        ...values.map((value) => `${key}=${value}`),
        ...brackets().map((query) => query.replace('key', key)),
      ])
    const call = (spec: Spec, query: string) =>
      mallory.get(`${filled(spec, '0'.repeat(24))}?${query.replaceAll('[', '%5B').replaceAll(']', '%5D')}`)
    expect(
      await wrongAnswers(
        routes.filter(({ query, method }) => query && method === 'get'),
        queries,
        call,
        (status) => status < 500,
      ),
    ).toEqual([])
  })
})

/** Processor time of this process, which is the server's: unlike the clock it does not depend on other load. */
const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

describe('Passwords', () => {
  test('of a megabyte are refused before they are hashed', async () => {
    const password = 'p'.repeat(1_000_000)
    const started = process.cpuUsage()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        visitor(server).post('/auth/register', {
          email: 'big@people.example',
          handle: 'big_one',
          displayName: 'Big',
          password,
        }),
      ),
      ...Array.from({ length: 5 }, () =>
        visitor(server).post('/auth/login', { email: mallory.email, password }),
      ),
    ])
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['400 Password must be at most 128 characters', '400 Invalid email or password']),
    )
    expect(milliseconds(process.cpuUsage(started))).toBeLessThan(4000)
  })

  test('never reach the database as an operator', async () => {
    for (const body of [
      { email: { $ne: null }, password: { $ne: null } },
      { email: { $gt: '' }, password: PASSWORD },
      { email: [mallory.email], password: PASSWORD },
    ]) {
      expect((await visitor(server).post('/auth/login', body)).status).toBe(400)
    }
  })

  test('of a hundred thousand spaces, and such an address, are refused quickly', async () => {
    const started = process.cpuUsage()
    const blanks = `${' '.repeat(100_000)}x`
    await visitor(server).post('/auth/register', {
      email: blanks,
      handle: blanks,
      displayName: blanks,
      password: blanks,
    })
    await visitor(server).post('/auth/login', { email: blanks, password: blanks })
    expect(milliseconds(process.cpuUsage(started))).toBeLessThan(3000)
  })
})

test('a body over the limit is answered 413', async () => {
  expect(
    await send({ method: 'post', path: '/auth/login' }, JSON.stringify({ email: 'x'.repeat(3_000_000) })),
  ).toMatchObject({ status: 413, text: 'That is too large. Our pipes are narrow.' })
})

test('a body that is packed, or not in UTF-8, is answered 415 before it is read', async () => {
  const bomb = `{"text":"${' '.repeat(1_900_000)}"}`
  // '[' in UTF-7: its parts cannot be counted.
  const lists = `+${Buffer.from('['.repeat(500_000), 'utf16le').swap16().toString('base64')}-`
  const bodies: [type: string, encoding: string, body: Buffer | string][] = [
    ['application/json', 'gzip', gzipSync(bomb)],
    ['application/json', 'deflate', deflateSync(bomb)],
    ['application/json', 'br', brotliCompressSync(bomb)],
    ['application/json', 'zstd', zstdCompressSync(bomb)],
    ['application/json', 'gzip, gzip', gzipSync(gzipSync(bomb))],
    ['application/json; charset=utf-7', 'identity', lists],
    ['application/json; charset=utf-16', 'identity', Buffer.from('{"text":"Hear ye"}', 'utf16le')],
  ]
  for (const [type, encoding, body] of bodies) {
    const headers = { cookie: mallory.cookie(), 'content-type': type, 'content-encoding': encoding }
    const { status } = await fetch(`${server.url}/api/posts`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    expect(status, `${type} ${encoding}`).toBe(415)
  }
})

test('unknown calls answer 404, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(await mallory.raw(method, '/no/such/call')).toMatchObject({ status: 404, text: 'Not found' })
  }
})

test('errors are plain text, or problem details on request', async () => {
  const plain = await visitor(server).get('/auth/me')
  expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const problem = await visitor(server).get('/auth/me', { accept: 'application/problem+json' })
  expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(problem.body).toEqual({
    type: 'about:blank',
    title: 'Please log in to continue.',
    status: 401,
    detail: 'Please log in to continue.',
  })
})

describe('JSON of two megabytes', () => {
  const BYTES = 1_900_000
  const nested = (open: string, close: string) => {
    const depth = Math.floor(BYTES / (open.length + close.length))
    return `${open.repeat(depth)}1${close.repeat(depth)}`
  }

  test.each([
    ['nested lists', nested('[', ']')],
    ['nested objects', nested('{"text":', '}')],
    ['many objects', `[${'{},'.repeat(BYTES / 3 - 1)}{}]`],
    ['many members', `{${Array.from({ length: BYTES / 12 }, (_, at) => `"m${at}":1`).join()}}`],
    ['a long text', `{"text":"${'a '.repeat(BYTES / 2 - 10)}"}`],
  ])('of %s is refused in little time', async (_name, body) => {
    for (const path of ['/posts', '/batch', '/messages']) {
      const started = process.cpuUsage()
      const { status } = await mallory.raw('POST', path, body, { 'content-type': 'application/json' })
      expect(status, path).toBe(400)
      expect(milliseconds(process.cpuUsage(started)), path).toBeLessThan(2_000)
    }
  })

  test.each([
    ['nested lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['fields', `{${Array.from({ length: 30_000 }, (_, at) => `"${at}":1`).join(',')}}`],
    ['numbers', `[${Array.from({ length: 30_000 }, () => '1').join(',')}]`],
  ])('is refused before it is read when it has tens of thousands of %s', async (_what, value) => {
    const post = (more: string) => mallory.raw('POST', '/posts', `{"text":"Sent once"${more}}`, JSON_TYPE)
    expect((await post(`,"unknown":${value}`)).status).toBe(400)
    expect((await post('')).status).toBe(201)
  })
})
