import path from 'node:path'
import { migrations } from '#server/migrations/index.ts'
import { collections as models } from '#server/boot/features.ts'
import { thisInstallation } from './backup/installation.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { readArguments } from './command-line.ts'
import { say, withStore } from './with-store.ts'

/**
 * `npm run restore -- FOLDER`: restores a backup, database and files, into an empty installation.
 * `--overwrite` drops the existing data first. Stop the server before. See docs/OPERATIONS.md.
 */
await withStore(() => {
  const { values, positionals } = readArguments({
    usage: 'npm run restore -- FOLDER [--overwrite]',
    about:
      'Restores a backup, database and files, into an empty installation whose server does not run.\n--overwrite drops the existing data first.',
    options: { overwrite: { type: 'boolean', default: false } },
    positionals: [1, 1],
  })
  const folder = positionals[0]!
  return async () =>
    restoreBackup(await thisInstallation(), path.resolve(folder), {
      overwrite: values.overwrite,
      schema: { models, migrations },
      say,
    })
})
