import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiPage } from './docs/api-page.ts'
import { settingsTable, withTable } from './docs/settings-table.ts'

/**
 * `npm run docs`: writes what the documents say about settings and calls anew from the code. Tests fail when
 * they differ.
 */
const docs = (name: string) => path.resolve(import.meta.dirname, '../docs', name)
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function write(name: string, make: (before: string) => string): void {
  const before = textOf(docs(name))
  const after = make(before)
  writeFileSync(docs(name), after)
  console.log(after === before ? `docs/${name} is up to date` : `docs/${name} is written anew`)
}

write('OPERATIONS.md', (before) => withTable(before, settingsTable()))
write('API.md', apiPage)
