import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Model } from 'mongoose'
import { expect, it } from 'vitest'
import { collections as models } from '#server/boot/features.ts'
import { shardingOf } from '#server/platform/mongo/schema.ts'

const page = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../docs', name), 'utf8')
const PAGE = page('ARCHITECTURE.md')

const words = (keys: Record<string, unknown>) =>
  Object.entries(keys)
    .map(([field, direction]) => (direction === -1 ? `-${field}` : field))
    .join(' ')

it('docs/ARCHITECTURE.md names every collection and every index of the database', () => {
  for (const model of models as unknown as Model<unknown>[]) {
    expect(PAGE, model.modelName).toContain(model.collection.collectionName)
    for (const [keys] of model.schema.indexes())
      expect(PAGE, `${model.modelName}: an index`).toContain(`\`${words(keys)}\``)
  }
})

it('docs/OPERATIONS.md names the shard key of every collection, and those that stay whole', () => {
  const names = models.map(({ collection }) => collection.collectionName)
  const groups = Map.groupBy(names, (name) => {
    const sharding = shardingOf(name)!
    if ('whole' in sharding) return 'none: it stays whole'
    const [[field, kind]] = Object.entries(sharding.key) as [[string, 1 | 'hashed']]
    return `\`${field}\`${kind === 'hashed' ? ', hashed' : ''}`
  })
  const rows = [...groups].map(([key, all]) => `| ${key} | ${all.toSorted().join(', ')} |`).toSorted()
  const written = page('OPERATIONS.md').split('\n')
  expect(written.filter((line) => rows.includes(line)).toSorted()).toEqual(rows)
})
