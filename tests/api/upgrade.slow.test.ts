import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFixture, type Answer, type Fixture } from '#tests/support/version-fixture.ts'
import { PASSWORD, visitor, type Caller } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const SEARCHED = `/posts?q=${encodeURIComponent('grüße')}`

let fixture: Fixture
let server: TestServer
beforeAll(async () => {
  fixture = await readFixture('version-0.1')
  server = await startTestServer({
    env: { SESSION_SECRET: fixture.secret, SMTP_URL: 'smtp://127.0.0.1:1' },
    before: fixture.restore,
  })
  // A job makes posts findable by the words of this version.
  await until(
    'the words of old posts are found',
    async () => ((await back(null).get<unknown[]>(SEARCHED)).body ?? []).length > 0,
    60_000,
  )
}, 120_000)
afterAll(() => server.close())

/** A person of version 0.1, with their old cookie. */
function back(who: string | null): Caller {
  const caller = visitor(server)
  const person = fixture.world.people.find(({ handle }) => handle === who)
  if (person) caller.setCookie(person.cookie)
  return caller
}

async function ask(caller: Caller, { path }: Answer): Promise<Pick<Answer, 'status' | 'body'>> {
  if (!path.startsWith('/media/direct/')) return caller.get(path)
  const response = await fetch(`${server.url}/api${path}`, { headers: { cookie: caller.cookie() } })
  return {
    status: response.status,
    body: createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex'),
  }
}

// The times in ids are those of the dump, and its last minutes may have been yesterday.
const NEW_TODAY = ['newUsersToday', 'newPostsToday', 'usersToday', 'postsToday']

/** Since version 0.2 the first admin who looks starts the check of the public pages (DECISIONS row 221). */
const SEO = ['seo', 'seoScore']

/**
 * Without times of the call, what is new today, the check of the public pages, and the undefined order of people
 * with equally many posts.
 */
function comparable(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const { exportedAt: _, ...rest } = body as Record<string, unknown>
  for (const name of SEO) delete rest[name]
  if ('totalUsers' in rest) for (const name of ['updatedAt', ...NEW_TODAY]) delete rest[name]
  const { topUsers } = rest
  return Array.isArray(topUsers)
    ? { ...rest, topUsers: topUsers.toSorted((one, other) => one.handle.localeCompare(other.handle)) }
    : rest
}

/**
 * People whom the king has blocked: since version 0.2 they no longer see him among a post's reactions (LIVE L23).
 */
const BLOCKED = 'blocked'

const without = (name: string, body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (key, value: unknown) => (key === name ? undefined : value))

/** Since version 0.2 a report and an appeal change when they are first read (LIVE L38), as by these calls. */
const NOTES_READING = /^\/(?:admin\/(?:reports|appeals)|moderation\/cases)/

/** Since version 0.2 admins find people by any part of a name (DECISIONS row 101): another order, with other cursors. */
const ADMIN_SEARCH = '/admin/users?q='

const VISITOR = 'a visitor'
const READERS = [VISITOR, 'king', 'queen', 'duke', 'lady', 'jester', BLOCKED]

test.each(READERS)(
  '%s is answered every call as by version 0.1, by the session of before',
  async (reader) => {
    const who = reader === VISITOR ? null : reader
    const answers = fixture.answers.filter((answer) => answer.who === who)
    expect(answers.length).toBeGreaterThan(50)
    const caller = back(who)
    for (const answer of answers) {
      const now = await ask(caller, answer)
      const where = `${reader}: ${answer.path}`
      const compared = (body: unknown) => {
        if (NOTES_READING.test(answer.path)) return comparable(without('rev', body))
        if (answer.path.startsWith(ADMIN_SEARCH)) return comparable(without('cursor', body))
        return comparable(reader === BLOCKED ? without('reactions', body) : body)
      }
      expect.soft(now.status, where).toBe(answer.status)
      // The text of a refusal may have changed since.
      expect
        .soft({ body: compared(now.body) }, where)
        .toMatchObject({ body: compared(answer.body ?? now.body) })
    }
  },
)

test('people of version 0.1 can log in with their old passwords', async () => {
  for (const { email, handle } of fixture.world.people) {
    const { status, body } = await visitor(server).post<{ user: { handle: string } }>('/auth/login', {
      email,
      password: PASSWORD,
    })
    expect([status, body.user.handle]).toEqual([200, handle])
  }
})

test('files of version 0.1 are all there, and queued mails are still queued', async () => {
  const { MediaModel } = await import('#server/features/media/media.model.ts')
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  const shown = fixture.answers.filter(
    ({ path, status }) => path.startsWith('/media/direct/') && status === 200,
  )
  expect(new Set(shown.map(({ path }) => path)).size).toBeGreaterThan(8)
  expect(await MediaModel.countDocuments()).toBe(7)
  // Mails of this run, of log-ins and of the news that are due, are beside them.
  const queued = { kind: { $in: ['mail:reset-password', 'mail:username'] } }
  expect(await JobModel.collection.countDocuments(queued)).toBe(2)
})

test('the indexes are those of this version', async () => {
  const { planMigration } = await import('#server/platform/mongo/migrate.ts')
  const [{ collections: models }, { migrations }] = await Promise.all([
    import('#server/boot/features.ts'),
    import('#server/migrations/index.ts'),
  ])
  expect(await planMigration({ models, migrations })).toMatchObject({
    migrations: [],
    indexes: { collections: [], create: [], rebuild: [] },
    outdated: false,
  })
})
