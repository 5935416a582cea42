import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, type Caller } from '#tests/support/http-client.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/**
 * Writes of admins and moderators that a session alone may do: the work of a day. Each concerns one thing, has an entry
 * in the audit log, or only takes something away. What changes where data or alerts go, who may enter or what holds
 * for all asks for a fresh proof and is not here.
 */
const EVERYDAY: Readonly<Record<string, string>> = {
  'PATCH /admin/reports/:id': 'one report',
  'POST /admin/reports/:id/actions': 'one decision, which can be appealed',
  'PATCH /admin/appeals/:id': 'one decision, which is in the audit log',
  'PATCH /admin/posts/:postId/nsfw': 'one mark, which can be set back',
  'DELETE /admin/posts/:postId': 'one post, which is in the audit log',
  'POST /admin/held/:id/release': 'one text',
  'DELETE /admin/held/:id': 'one text',
  'DELETE /admin/invitations/:id': 'only closes a door',
  'DELETE /admin/announcement': 'only takes away',
  'DELETE /analytics/keys/:id': 'only closes a door',
  'POST /admin/seo-refresh': 'changes no data',
  'POST /admin/google-refresh': 'only corrects',
  'POST /admin/database/analytics-report': 'sums, without a person',
  'POST /analytics/funnels': 'figures of the admins',
  'PATCH /analytics/funnels/:id': 'figures of the admins',
  'DELETE /analytics/funnels/:id': 'figures of the admins',
  'POST /blog/preview': 'saves nothing',
  'POST /blog/posts': 'one article under its author, written for longer than a proof lasts',
  'PATCH /blog/posts/:id': 'one article under its author, written for longer than a proof lasts',
  'DELETE /blog/posts/:id': 'one article, which is in the audit log',
  'POST /ai-monitor/force-check': 'changes no data',
  'POST /ai-monitor/test-error': 'changes no data',
  'POST /ai-monitor/manual-fix': 'only corrects',
  'POST /ai-monitor/errors/:id/resolve': 'one mark, which can be set back',
  'POST /ai-monitor/errors/:id/reopen': 'one mark, which can be set back',
  'POST /ai-monitor/jobs/:id/retry': 'one job',
  'POST /ai-monitor/jobs/:id/discard': 'one job, which is in the audit log',
  'POST /ai-monitor/alerts/:id/acknowledge': 'only says who looks after it',
  'POST /ai-monitor/alert-webhook/test': 'posts nothing private to the address that is set',
}

interface Published {
  'x-access'?: string
}

let server: TestServer
let king: Caller
let writes: string[]
beforeAll(async () => {
  server = await startTestServer()
  const admin = await person(server, 'old_king')
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(admin.id, true)
  await ageSessions(admin.id, 11 * 60_000)
  king = admin
  writes = await staffWrites()
})
afterAll(() => server.close())

/** All writes of the published contract that need a role. */
async function staffWrites(): Promise<string[]> {
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Published>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, call]) => method !== 'get' && ['admin', 'moderator'].includes(call['x-access'] ?? ''))
      .map(
        ([method]) => `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1')}`,
      ),
  )
}

/** Whether a session without a fresh proof is refused, before anything else is looked at. */
async function asksForProof(operation: string): Promise<boolean> {
  const [method = '', path = ''] = operation.split(' ')
  const { status, headers } = await king.raw(method, path.replaceAll(/:\w+/g, '0'.repeat(24)), '{', {
    'content-type': 'application/json',
  })
  return status === 403 && headers.get('proof-required') === 'recent'
}

describe('A fresh proof', () => {
  it('is asked for by every write of admins and moderators that is not the work of a day', async () => {
    const asking: string[] = []
    for (const write of writes) if (await asksForProof(write)) asking.push(write)
    expect(writes.filter((write) => !asking.includes(write)).toSorted()).toEqual(
      Object.keys(EVERYDAY).toSorted(),
    )
  })
})
