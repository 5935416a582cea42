import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Settings } from '#server/platform/settings.ts'
import { withSection } from './generated-section.ts'
import { settingsTable } from './settings-table.ts'

const operations = () => readFile(path.resolve(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8')

it('docs/OPERATIONS.md shows every setting as the code has it (else: npm run docs)', async () => {
  const document = await operations()
  expect(document).toBe(withSection(document, 'settings', settingsTable()))
})

it('the table has a row for every setting, with its default and what it does', () => {
  const rows = settingsTable().split('\n').slice(2)
  expect(rows.map((row) => /`(\w+)`/.exec(row)?.[1])).toEqual(Object.keys(Settings.shape))
  expect(rows).toContain('| `PORT` | whole number | `3000` | Port the server listens on. |')
  for (const row of rows) expect(row, 'a setting without a description').not.toMatch(/\|\s*\|$/)
})

it('a document without a place for the table is an error, not a silent loss', () => {
  expect(() => withSection('# Operations', 'settings', '| a |')).toThrow("no place for 'settings'")
})
