import path from 'node:path'
import { writeSetting } from '#server/platform/site-settings/site-settings.store.ts'
import { thisInstallation } from './backup/installation.ts'
import { takeBackup } from './backup/take-backup.ts'
import { UsageError, say, withStore } from './with-store.ts'

/**
 * `npm run backup -- FOLDER`: copies the database and the files beside a running server, as they are at one
 * moment. The same command continues an interrupted backup. See docs/OPERATIONS.md.
 */
await withStore(() => {
  const [folder, ...rest] = process.argv.slice(2)
  if (!folder || rest.length > 0) throw new UsageError('Usage: npm run backup -- FOLDER')
  return async () => {
    await takeBackup(await thisInstallation(), path.resolve(folder), say)
    // The alerts ask how old it is.
    await writeSetting('backup', { at: new Date().toISOString() })
  }
})
