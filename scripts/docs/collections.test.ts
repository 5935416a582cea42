import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Model } from 'mongoose'
import { expect, it } from 'vitest'
import { collections as models } from '#server/boot/features.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/ARCHITECTURE.md'), 'utf8')

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
