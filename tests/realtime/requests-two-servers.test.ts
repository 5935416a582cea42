import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { person, visitor } from '#tests/support/http-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { message } from './support/scenes.ts'

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
