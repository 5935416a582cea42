import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '#server/migrations/index.ts'
import { models } from '#server/models.ts'
import { config } from '#server/platform/config.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { openStore } from '#server/platform/mongo/open-store.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { thisHouse } from './backup/house.ts'
import { restoreBackup } from './backup/restore-backup.ts'

/**
 * `npm run restore -- FOLDER`: puts a backup into an empty house, store and files. `--overwrite` drops what the house
 * holds first. Stop the server before. See docs/OPERATIONS.md.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const note = (line: string): void => console.error(line)

try {
  const { values, positionals } = parseArgs({ options: { overwrite: { type: 'boolean', default: false } }, allowPositionals: true })
  const [folder, ...rest] = positionals
  if (!folder || rest.length > 0) throw new StoreError('Usage: npm run restore -- FOLDER [--overwrite]')
  const store = await openStore(config, { role: 'guest', log: { info: note, warn: note, error: note } })
  try {
    await connectStore(store.uri)
    await restoreBackup(await thisHouse(), path.resolve(folder), { overwrite: values.overwrite, schema: { models, migrations }, say })
  } finally {
    await disconnectStore()
    await store.close()
  }
} catch (error) {
  console.error(error instanceof StoreError ? error.message : error)
  process.exitCode = 1
}
