import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { settingsTable, withTable } from './docs/settings-table.ts'

/** `npm run docs`: writes what the documents say about the settings anew from the code. A test fails when they differ. */
const FILE = path.resolve(import.meta.dirname, '../docs/OPERATIONS.md')

const before = readFileSync(FILE, 'utf8')
const after = withTable(before, settingsTable())
writeFileSync(FILE, after)
console.log(after === before ? 'docs/OPERATIONS.md is up to date' : 'docs/OPERATIONS.md is written anew')
