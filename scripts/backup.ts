import path from 'node:path'
import { config } from '#server/platform/config.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { openStore } from '#server/platform/mongo/open-store.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { thisHouse } from './backup/house.ts'
import { takeBackup } from './backup/take-backup.ts'

/**
 * `npm run backup -- FOLDER`: copies the store and the files beside a running server, as they are at one moment. The same
 * command goes on with a backup that was cut short. See docs/OPERATIONS.md.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const note = (line: string): void => console.error(line)

try {
  const [folder, ...rest] = process.argv.slice(2)
  if (!folder || rest.length > 0) throw new StoreError('Usage: npm run backup -- FOLDER')
  const store = await openStore(config, { role: 'guest', log: { info: note, warn: note, error: note } })
  try {
    await connectStore(store.uri)
    await takeBackup(await thisHouse(), path.resolve(folder), say)
  } finally {
    await disconnectStore()
    await store.close()
  }
} catch (error) {
  console.error(error instanceof StoreError ? error.message : error)
  process.exitCode = 1
}
