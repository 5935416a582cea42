import mongoose, { Schema } from 'mongoose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'
import { connectStore, disconnectStore } from './connect.ts'
import { buildAhead, dropObsolete, migrate, planMigration } from './migrate.ts'
import type { Migration } from './migration.ts'
import { MigrationModel } from './migrations.model.ts'

const DuckModel = mongoose.model(
  'Duck',
  new Schema(
    { name: String, seen: Date, colour: String },
    { collection: 'ducks', versionKey: false, autoIndex: false, autoCreate: false },
  )
    .index({ name: 1 }, { unique: true })
    .index({ colour: 1, _id: -1 })
    .index({ seen: 1 }, { expireAfterSeconds: 3600 }),
)
const models = [DuckModel, MigrationModel]

let ran: string[]
const step = (name: string, run: Migration['run'] = () => Promise.resolve()): Migration => ({
  name,
  does: `Does ${name}`,
  run: async (context) => {
    ran.push(name)
    await run(context)
  },
})
const rows = () =>
  MigrationModel.find({ _id: mongoose.trusted({ $regex: /^\d/ }) })
    .sort({ _id: 1 })
    .lean()
const names = async () => (await DuckModel.collection.indexes()).map(({ name }) => name).sort()

beforeEach(async () => {
  ran = []
  await connectStore(freshDatabase())
})
afterEach(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

describe('A migration', () => {
  test('is recorded as done without running in a new database', async () => {
    await migrate({ models, migrations: [step('0001-a'), step('0002-b')] })
    expect(ran).toEqual([])
    expect(await rows()).toMatchObject([
      { _id: '0001-a', skipped: true },
      { _id: '0002-b', skipped: true },
    ])
  })

  test('runs once and in order on existing data, also when two processes start at the same moment', async () => {
    await DuckModel.collection.insertOne({ name: 'Old' })
    const schema = { models, migrations: [step('0001-a'), step('0002-b')] }
    await Promise.all([migrate(schema), migrate(schema), migrate(schema)])
    await migrate(schema)
    expect(ran).toEqual(['0001-a', '0002-b'])
    expect(await rows()).toMatchObject([
      { finishedAt: expect.any(Date), milliseconds: expect.any(Number), version: expect.any(String) },
      { finishedAt: expect.any(Date) },
    ])
    await migrate({ models, migrations: [...schema.migrations, step('0003-c')] })
    expect(ran).toEqual(['0001-a', '0002-b', '0003-c'])
  })

  test('continues after its last finished group when it was interrupted', async () => {
    await DuckModel.collection.insertMany(Array.from({ length: 1_200 }, (_, at) => ({ name: `Duck ${at}` })))
    let groups = 0
    const paint = step('0001-paint', async ({ db, eachGroup }) => {
      await eachGroup('ducks', { colour: { $exists: false } }, async (ducks) => {
        if (++groups === 2) throw new Error('The process ends here')
        await db
          .collection('ducks')
          .updateMany({ _id: { $in: ducks.map(({ _id }) => _id) } }, { $set: { colour: 'yellow' } })
      })
    })
    const schema = { models, migrations: [paint] }
    await expect(migrate(schema)).rejects.toThrow('The process ends here')
    expect(await DuckModel.collection.countDocuments({ colour: 'yellow' })).toBe(500)
    expect((await planMigration(schema)).migrations).toHaveLength(1)
    await migrate(schema)
    expect(await DuckModel.collection.countDocuments({ colour: 'yellow' })).toBe(1_200)
    expect(groups, 'one group before, one that failed, two after').toBe(4)
  })

  test('waits for the lock of a killed process no longer than its lease', async () => {
    await MigrationModel.collection.insertOne({
      _id: 'lock',
      owner: 'killed',
      until: new Date(Date.now() + 1_000),
    } as object)
    await migrate({ models, migrations: [] })
    expect(await MigrationModel.findById('lock').lean()).toMatchObject({ owner: null })
    expect(await names()).toHaveLength(4)
  })

  test('that the code does not know stops the start with a message', async () => {
    await MigrationModel.create({ _id: '0009-from-tomorrow', finishedAt: new Date() })
    await expect(migrate({ models, migrations: [] })).rejects.toThrow(
      /^This store was changed by a newer version of the code \(0009-from-tomorrow\)/,
    )
  })
})

describe('Indexes', () => {
  const index = (key: Record<string, 1 | -1>, options = {}) => DuckModel.collection.createIndex(key, options)

  test('with changed options are created again', async () => {
    await index({ name: 1 })
    await index({ seen: 1 }, { expireAfterSeconds: 60 })
    const { indexes } = await planMigration({ models, migrations: [] })
    expect(indexes).toMatchObject({
      create: [{ name: 'colour_1__id_-1' }],
      rebuild: [{ name: 'name_1' }, { name: 'seen_1' }],
      drop: [],
    })
    await migrate({ models, migrations: [] })
    expect(await DuckModel.collection.indexes()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'name_1', unique: true }),
        expect.objectContaining({ name: 'seen_1', expireAfterSeconds: 3600 }),
      ]),
    )
  })

  test('that are no longer declared: unique and expiring ones are dropped at once, others once no older process runs', async () => {
    await index({ weight: 1 })
    await index({ number: 1 }, { unique: true })
    await mongoose.connection.collection('somebody_elses').createIndex({ any: 1 })
    await migrate({ models, migrations: [] })
    expect(await names()).toEqual(['_id_', 'colour_1__id_-1', 'name_1', 'seen_1', 'weight_1'])
    expect(await dropObsolete({ models, migrations: [] })).toEqual([
      { collection: 'ducks', name: 'weight_1', acts: false },
    ])
    expect(await names()).toEqual(['_id_', 'colour_1__id_-1', 'name_1', 'seen_1'])
    expect(await mongoose.connection.collection('somebody_elses').indexes()).toHaveLength(2)
  })

  test('are neither dropped nor created again by a version older than the last one that ran here', async () => {
    await MigrationModel.create({ _id: 'version', version: '99.0.0' })
    await index({ number: 1 }, { unique: true })
    await index({ seen: 1 }, { expireAfterSeconds: 60 })
    await migrate({ models, migrations: [] })
    expect(await dropObsolete({ models, migrations: [] })).toEqual([])
    expect(await names()).toEqual(['_id_', 'colour_1__id_-1', 'name_1', 'number_1', 'seen_1'])
    expect(await MigrationModel.findById('version').lean()).toMatchObject({ version: '99.0.0' })
  })

  test('that the documents violate stop the start with a message', async () => {
    await DuckModel.collection.insertMany([{ name: 'Twin' }, { name: 'Twin' }])
    await expect(migrate({ models, migrations: [] })).rejects.toThrow(
      /^The indexes name_1, colour_1__id_-1, seen_1 of the collection ducks cannot be built: .*duplicate key/,
    )
  })

  test('are built ahead of a deploy where the version in use does not mind, and nothing else is changed', async () => {
    await DuckModel.collection.insertMany([{ name: 'Twin' }, { name: 'Twin' }])
    await DuckModel.collection.createIndex({ name: -1 })
    await buildAhead({ models, migrations: [step('0001-a')] })
    expect(await names()).toEqual(['_id_', 'colour_1__id_-1', 'name_-1'])
    expect(ran).toEqual([])
    expect(await rows()).toEqual([])
    expect((await planMigration({ models, migrations: [step('0001-a')] })).migrations).toHaveLength(1)
  })
})
