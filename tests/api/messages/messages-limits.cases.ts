import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let strangers: string[]

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
  const { createAccount } = await import('#server/features/people/users/accounts.service.ts')
  const account = (at: number) =>
    createAccount(
      { handle: `p${at}`, email: `p${at}@people.example`, displayName: `P ${at}`, passwordHash: 'x' },
      () => Promise.resolve(),
    )
  strangers = (await Promise.all(Array.from({ length: 22 }, (_, at) => account(at)))).map(({ id }) => id)
})
afterAll(() => server.close())

/** As if this person had accepted what Ann has written. */
async function accepted(by: string): Promise<void> {
  const { acceptRequest } = await import('#server/features/messages/requests.service.ts')
  const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
  const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
  const conversation = (await ConversationModel.findOne({ people: by }).lean())!
  await acceptRequest((await loadViewer(by))!, conversation._id.toHexString())
}

const send = (receiverId: string, content = 'Hello') => ann.post('/messages', { receiverId, content })

describe('A person who writes a lot', () => {
  it('can write to twenty new people an hour, then only to known ones, and sixty messages a minute in all', async () => {
    const statuses = []
    for (const id of strangers.slice(0, 21)) statuses.push((await send(id)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    const refused = await send(strangers[21]!)
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds\.$/),
    ])
    const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
    expect(await ConversationModel.countDocuments()).toBe(20)
    await accepted(strangers[0]!)
    const known = []
    while (known.at(-1) !== 429 && known.length < 60) known.push((await send(strangers[0]!)).status)
    expect(known).toEqual([...Array.from({ length: 38 }, () => 201), 429])
    const late = await send(strangers[0]!)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
