import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDue } from '#tests/support/due-jobs.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { collectionsInExports, unexported } from '#tests/support/exported-collections.ts'
import type { Cast } from '#tests/support/state-tools.ts'
import { ACCOUNTS } from '#tests/support/states-of-people.ts'
import { WRITINGS } from '#tests/support/states-of-writings.ts'
import { collectionsWithoutModel, fieldsWith, unprovenFields } from '#tests/support/person-fields.ts'
import { personalDataLeft } from '#tests/support/personal-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const STATES = { ...WRITINGS, ...ACCOUNTS }

let server: TestServer
/** Who leaves from a state, and the words that must go; an error when it could not be brought about. */
const leavers = new Map<string, { who: Person; words: string[] } | Error>()
let filled: Set<string>
/** The collections that the exports of the leavers read. */
let read: Set<string>
/** What is left of all of them together: everything is read once. */
let left: string[]
const where = () => ({
  storeUri: server.storeUri,
  folders: ['DATA_DIR', 'UPLOADS_DIR'].map((name) => path.resolve(process.env[name]!)),
})

/** Waits for all erasures. Their second part, ten seconds later otherwise, begins when nothing else works any more. */
async function allErased(): Promise<void> {
  const { default: mongoose } = await import('mongoose')
  const jobs = mongoose.connection.collection('jobs')
  const kind = 'erase-account'
  const others = () =>
    jobs.countDocuments({
      kind: { $ne: kind },
      $or: [{ state: 'running' }, { state: 'waiting', dueAt: { $lte: new Date() } }],
    })
  await until(
    'all are erased',
    async () => {
      if ((await others()) === 0) await makeDue({ kind, progress: 'once more' })
      return (await jobs.countDocuments({ kind })) === 0
    },
    120_000,
  )
}

beforeAll(async () => {
  server = await startTestServer()
  const king = await person(server, 'king_of_states')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  for (const [at, [name, state]] of Object.entries(STATES).entries()) {
    const number = String(at).padStart(2, '0')
    const [leaver, bob, cat] = await people(server, ['leaver', 'bob', 'cat'], `_${number}`)
    const cast: Cast = { site: server, leaver, bob, cat, king, mark: `leavingword${number}` }
    leavers.set(
      name,
      await state(cast).then(
        (more) => ({
          who: leaver,
          words: [leaver.id, leaver.handle, leaver.email, cast.mark, ...(more ?? [])],
        }),
        (error: unknown) => error as Error,
      ),
    )
  }
  const all = [...leavers.values()].flatMap((one) => (one instanceof Error ? [] : one.words))
  // A job may write one a moment later. What is missing is told by the test below.
  const isComplete = async () => unprovenFields((filled = await fieldsWith(all))).missing.length === 0
  await until('the states fill all fields', isComplete, 10_000).catch(() => undefined)
  read = await collectionsInExports(
    [...leavers.values()].flatMap((one) => (one instanceof Error ? [] : one.who.id)),
  )
  await Promise.all(
    [...leavers.values()].map(async (one) => {
      if (one instanceof Error) return
      expect((await one.who.delete('/user/delete-account')).status).toBe(204)
    }),
  )
  await allErased()
  left = await personalDataLeft(all, where())
}, 240_000)
afterAll(() => server.close())

describe('An erased account leaves nothing of', () => {
  test.each(Object.keys(STATES))('%s', async (name) => {
    const one = leavers.get(name)!
    if (one instanceof Error) throw one
    // Whose it is.
    expect(left.length > 0 ? await personalDataLeft(one.words, where()) : left).toEqual([])
  })
})

test('the states fill every field of the store that can name a person', () => {
  expect(unprovenFields(filled)).toEqual({ missing: [], wrong: [] })
})

test('an export reads every collection that can name a person, or a reason says why not', () => {
  expect(unexported(read)).toEqual({ missing: [], wrong: [] })
})

test('a new collection that can name a person is missing in both, as long as nothing fills and exports it', async () => {
  const { default: mongoose } = await import('mongoose')
  const novelty = mongoose.model(
    'Novelty',
    new mongoose.Schema({ ownerId: mongoose.Schema.ObjectId }),
    'novelties',
  )
  try {
    expect(unprovenFields(filled).missing).toEqual(['novelties.ownerId', 'novelties._id'])
    expect(unexported(read).missing).toEqual(['novelties'])
  } finally {
    mongoose.deleteModel(novelty.modelName)
  }
})

test('every collection of the store has a model, so that none escapes these lists', async () => {
  expect(await collectionsWithoutModel()).toEqual([])
})
