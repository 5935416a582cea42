import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConversationView } from '#contract/messages.ts'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import { visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('demo data of an interrupted run is recognised and removed before the next run', async () => {
  const { plant } = await import('../../scripts/seed/plant.ts')
  const { beginSeed, endSeed, removeDemo, seedState } = await import('../../scripts/seed/progress.ts')
  const rows = async () =>
    Object.fromEntries(
      await Promise.all(
        ['users', 'posts', 'reactions', 'comments', 'follows', 'media'].map(
          async (name) => [name, await mongoose.connection.collection(name).countDocuments()] as const,
        ),
      ),
    )
  expect(await seedState()).toBe('none')
  const before = await rows()
  await beginSeed()
  // People, portraits, follows and posts are stored; the conversations are not.
  const interrupt = (line: string) => {
    if (line.includes('conversations')) throw new Error('Interrupted')
  }
  await expect(plant({ seed: 7, crowd: 2, posts: 20 }, interrupt)).rejects.toThrow('Interrupted')
  expect((await rows())['posts']).toBeGreaterThan(before['posts']!)
  expect(await seedState()).toBe('interrupted')
  await removeDemo()
  // Jobs delete what belongs to the posts, and files.
  await expect.poll(rows, { timeout: 40_000 }).toEqual(before)
  await endSeed()
  expect(await seedState()).toBe('done')
}, 120_000)

test('an admin finds reports, a request, a group and an alert on a first visit', async () => {
  const { plant } = await import('../../scripts/seed/plant.ts')
  const { CAST, DEMO_PASSWORD, emailOf } = await import('../../scripts/seed/cast.ts')
  await plant({ seed: 7, crowd: 12, posts: 40 }, () => undefined)
  const king = visitor(server)
  await king.post('/auth/login', { email: emailOf(CAST[0]!), password: DEMO_PASSWORD })
  const list = async <T>(path: string) => (await king.get<T[]>(path)).body
  expect(await list('/admin/reports')).toHaveLength(3)
  expect(await list('/messages/requests')).toHaveLength(1)
  const conversations = await list<ConversationView>('/messages/conversations')
  expect(conversations.filter(({ group }) => group !== undefined)).toHaveLength(1)
  expect((await king.get<AlertsView>('/ai-monitor/alerts')).body.alerts).toHaveLength(1)
}, 120_000)
