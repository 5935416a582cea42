import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(ROOT, 'docs/SECURITY.md'), 'utf8')
const lines = page.split('\n').filter((line) => line.startsWith('| '))
const rows = lines.filter((line) => /^\| \d/.test(line))
const proofs = lines.flatMap(
  (line) =>
    line
      .split(' | ')
      .at(-1)!
      .match(/(?:api|realtime|faults|client|e2e)\/[\w/-]+|unit [\w-]+/g) ?? [],
)

/** Where the tests of a name may be. One that needs a server of its own says so in its file's name; one of several that share it has no `test` there. */
function patternsOf(name: string): string[] {
  if (name.startsWith('unit ')) return [`src/**/${name.slice('unit '.length)}{,.alone,.slow,.night}.test.ts`]
  return name.startsWith('e2e/')
    ? [`tests/${name}{,.slow}.desktop.spec.ts`]
    : [`tests/${name}{,.alone,.slow,.night}.test.{ts,tsx}`, `tests/${name}.cases.ts`]
}

it('every test that docs/SECURITY.md names exists', () => {
  expect(proofs.length).toBeGreaterThan(50)
  expect(
    [...new Set(proofs)].filter((name) => globSync(patternsOf(name), { cwd: ROOT }).length === 0),
  ).toEqual([])
})

it('every row of docs/SECURITY.md says how a requirement is met, and by which test or by none', () => {
  expect(rows.filter((row) => row.split(' | ').length !== 3)).toEqual([])
})
