import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { ProfileView } from '#contract/people.ts'
import type { PostView } from '#contract/posts.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { commandsOf } from '#tests/support/commands.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let star: Person
let people: Person[]
beforeAll(async () => {
  server = await startTestServer()
  star = await person(server, 'star')
  people = await Promise.all(Array.from({ length: 12 }, (_, at) => person(server, `author_${at}`)))
})
afterAll(() => server.close())

const profile = async (who: Person) => (await who.get<ProfileView>(`/users/${who.handle}`)).body
const publish = (who: Person, text: string, clientId = crypto.randomUUID()) =>
  who.post<PostView>('/posts', { text, clientId })

describe('Posts that many people publish at the same moment', () => {
  it.each(GROUP_SIZES)(
    'are stored, counted, announced and notified of once, committed %s',
    async (_, max) => {
      await limitGroups(max)
      const before = await Promise.all(people.map(profile))
      const { count: unread } = (await star.get<UnreadCountView>('/notifications/unread-count')).body
      const recorded = await recordEvents('post:created')
      const written = await Promise.all(
        people.map(async (one) => {
          const clientId = crypto.randomUUID()
          // Sent twice, as after a broken connection.
          const replies = await Promise.all(
            [0, 1].map(() => publish(one, `@star, from ${one.handle}`, clientId)),
          )
          expect(replies.map(({ status }) => status).sort()).toEqual([200, 201])
          expect(replies[0]!.body.id).toBe(replies[1]!.body.id)
          expect(replies[0]!.body.author).toMatchObject({ id: one.id, handle: one.handle })
          return replies[0]!.body.id
        }),
      )
      const created = recorded.stop().map(({ payload }) => (payload as { post: PostView }).post.id)
      expect(created.toSorted()).toEqual(written.toSorted())
      const after = await Promise.all(people.map(profile))
      expect(after.map(({ _count }) => _count.posts)).toEqual(before.map(({ _count }) => _count.posts + 1))
      const notices = (await star.get<NotificationView[]>('/notifications')).body.slice(0, people.length)
      const notified = notices.map(({ data }) => ('postId' in data ? data.postId : null))
      expect(notified.toSorted()).toEqual(written.toSorted())
      expect((await star.get<UnreadCountView>('/notifications/unread-count')).body.count).toBe(
        unread + people.length,
      )
    },
  )

  it('cost the store a few commands, and not some for each of them', async () => {
    const commands = await commandsOf(() => Promise.all(people.map((one) => publish(one, '@star, again'))))
    const writes = commands.filter((name) => !/^(find|aggregate|getMore) /.test(name))
    // The first post is alone in its transaction, and the others share one or two.
    expect(writes.filter((name) => name.startsWith('commitTransaction')).length).toBeLessThan(
      people.length / 2,
    )
    expect(commands.length, commands.join()).toBeLessThan(5 * people.length)
  })

  it('[L5] leave out those that were sent before, and are still committed together', async () => {
    const [again, gone] = [crypto.randomUUID(), crypto.randomUUID()]
    const earlier = (await publish(people[3]!, 'Once', again)).body
    const { id } = (await publish(people[5]!, 'Gone', gone)).body
    await people[5]!.delete(`/posts/${id}`)
    const clientIds = new Map([
      [3, again],
      [5, gone],
    ])
    const replies: Awaited<ReturnType<typeof publish>>[] = []
    const commands = await commandsOf(async () => {
      const calls = people.map((one, at) => publish(one, 'Once more', clientIds.get(at)))
      replies.push(...(await Promise.all(calls)))
    })
    const statuses = people.map((_, at) => (at === 3 ? 200 : at === 5 ? 404 : 201))
    expect(replies.map(({ status }) => status)).toEqual(statuses)
    expect(replies[3]!.body).toEqual(earlier)
    const commits = commands.filter((name) => name.startsWith('commitTransaction')).length
    expect(commits, commands.join()).toBeLessThan(people.length / 2)
  })

  it('do not fail with one that cannot be published', async () => {
    const posts = people.map((one, at) =>
      at === 3
        ? one.post('/posts', { text: 'With a stolen picture', mediaUrl: '/media/nothing.webp' })
        : publish(one, 'All is well'),
    )
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses).toEqual(people.map((_, at) => (at === 3 ? 400 : 201)))
  })
})
