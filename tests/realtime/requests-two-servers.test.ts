import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withMessage } from '#client/features/messages/data/pushed-messages.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import { person, visitor } from '#tests/support/http-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { message, watching } from './support/scenes.ts'

// It starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let servers: TwoServers
beforeAll(async () => {
  servers = await startTwoServers()
}, 120_000)
afterAll(() => servers?.close())

it('[L37] a request ends after the same number of messages when they are sent at two servers at once', async () => {
  const { here, there } = servers
  const [eve, ann] = [await person(here, 'eve'), await person(here, 'ann')]
  const atThere = visitor(there)
  atThere.setCookie(eve.cookie())
  await message(eve, ann, 'word 0')
  const answers = await Promise.all(
    Array.from({ length: LIMITS.requestMessages + 20 }, (_, at) =>
      (at % 2 === 0 ? eve : atThere).post('/messages', { receiverId: ann.id, content: `word ${at + 1}` }),
    ),
  )
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([count(201), count(403)]).toEqual([LIMITS.requestMessages - 1, 21])
})

it('[L85] a page has what both servers write to a conversation at once, in a row like the one of a read', async () => {
  const { here, there } = servers
  const [joe, kim] = [await person(here, 'joe'), await person(there, 'kim')]
  const { conversationId: id } = await message(joe, kim, 'Hello')
  await message(kim, joe, 'Hello too')
  const live = await watching(here, kim)
  const rowOf = async () => {
    const read = (list: string) => kim.get<ConversationView[]>(`/messages/${list}`)
    const lists = await Promise.all([read('conversations'), read('archived')])
    return lists.flatMap(({ body }) => body).find((one) => one.id === id)!
  }
  const settings = [
    () => kim.put(`/messages/${id}/mute`, { for: 'always' }),
    () => kim.put(`/messages/${id}/archive`),
    () => kim.put(`/messages/${id}/pin`),
    () => kim.post(`/messages/${id}/unread`),
    () => kim.delete(`/messages/${id}/mute`),
    () => kim.post(`/messages/${id}/read`, { seq: 2 }),
  ]
  const begun = await rowOf()
  for (let round = 0; round < 24; round += 1) {
    const [set] = await Promise.all([
      settings[round % settings.length]!(),
      message(joe, kim, `message ${round}`),
    ])
    expect(set.status, `setting ${round % settings.length}`).toBeLessThan(300)
    const row = await rowOf()
    const onPage = () => {
      const rows = live.all('conversation:updated').map(({ conversation }) => conversation)
      const newest = rows.reduce((one, next) => (one.rev >= next.rev ? one : next), begun)
      // The page adds the messages that follow (LIVE L52).
      const spoken = live.all('message:created').filter(({ message: { seq } }) => seq > newest.lastSeq)
      return spoken.reduce((current, one) => withMessage(current, one, kim.id), newest)
    }
    await until('the page has all messages', () => onPage().lastSeq === row.lastSeq)
    await until('the page has the setting', () => isDeepStrictEqual({ ...onPage(), rev: row.rev }, row))
  }
  live.close()
})
