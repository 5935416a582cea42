import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from './index.ts'

test('every migration file is in the list, in the order of its number, and each number is unique', () => {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => /^\d/.test(name) && !name.endsWith('.test.ts'))
    .sort()
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files)
  for (const { name } of migrations) expect(name).toMatch(/^\d{4}-[a-z0-9-]+$/)
  expect(new Set(migrations.map(({ name }) => name.slice(0, 4))).size).toBe(migrations.length)
})
