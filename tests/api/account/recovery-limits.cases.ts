import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '#tests/support/http-client.ts'
import { accountFor } from '#tests/support/sign-up.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (address: string, email: string, what = 'password') =>
  visitor(server).post(`/auth/forgot-${what}`, { email }, { 'x-forwarded-for': address })

test.each(['known', 'unknown'])(
  'the fourth question in an hour about one e-mail address has to wait, from wherever it comes (%s address)',
  async (kind) => {
    const email = `${kind}@people.example`
    if (kind === 'known')
      await visitor(server).post('/auth/register', accountFor(kind), { 'x-forwarded-for': '192.0.2.200' })
    const net = kind === 'known' ? '192.0.2' : '203.0.113'
    expect(
      [
        await ask(`${net}.1`, email),
        await ask(`${net}.2`, email.toUpperCase()),
        await ask(`${net}.3`, email, 'username'),
      ].map(({ status }) => status),
    ).toEqual([200, 200, 200])
    const refused = await ask(`${net}.4`, email)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(refused).toMatchObject({
      status: 429,
      text: `Too many requests. Please try again in ${seconds} seconds.`,
    })
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
  },
)

test('the eleventh request in an hour from one network address is refused, whichever account it is about', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      ask('198.51.100.1', `somebody${at}@people.example`, at % 2 ? 'username' : 'password'),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect((await ask('198.51.100.1', 'one-more@people.example')).status).toBe(429)
  expect((await ask('198.51.100.2', 'one-more@people.example')).status).toBe(200)
})

test('an invalid e-mail address does not count', async () => {
  for (let at = 0; at < 12; at++) await ask('198.51.100.3', 'no address')
  expect((await ask('198.51.100.3', 'fine@people.example')).status).toBe(200)
})
