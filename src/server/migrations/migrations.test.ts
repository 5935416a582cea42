import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from './index.ts'

test('every migration file is in the list, in the order of its number, and each number is unique', () => {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => /^\d/.test(name) && !name.endsWith('.test.ts'))
    .sort()
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files)
  for (const [at, { name }] of migrations.entries())
    expect(name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z0-9-]+$`))
})
