import path from 'node:path'
import { writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { thisInstallation } from './backup/installation.ts'
import { takeBackup } from './backup/take-backup.ts'
import { readArguments } from './command-line.ts'
import { say, withStore } from './with-store.ts'

/**
 * `npm run backup -- FOLDER`: copies the database and the files beside a running server, as they are at one
 * moment. The same command continues an interrupted backup. See docs/OPERATIONS.md.
 */
await withStore(() => {
  const { positionals } = readArguments({
    usage: 'npm run backup -- FOLDER',
    about:
      'Copies the database and the files beside a running server, as they are at one moment.\nThe same command continues an interrupted backup.',
    positionals: [1, 1],
  })
  const folder = path.resolve(positionals[0]!)
  return async () => {
    await takeBackup(await thisInstallation(), folder, say)
    // The alerts ask how old it is.
    await writeSetting('backup', { at: new Date().toISOString() })
  }
})
