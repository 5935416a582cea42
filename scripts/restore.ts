import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '#server/migrations/index.ts'
import { collections as models } from '#server/features.ts'
import { thisInstallation } from './backup/installation.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { UsageError, say, withStore } from './with-store.ts'

/**
 * `npm run restore -- FOLDER`: restores a backup, database and files, into an empty installation.
 * `--overwrite` drops the existing data first. Stop the server before. See docs/OPERATIONS.md.
 */
await withStore(() => {
  const { values, positionals } = parseArgs({
    options: { overwrite: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [folder, ...rest] = positionals
  if (!folder || rest.length > 0) throw new UsageError('Usage: npm run restore -- FOLDER [--overwrite]')
  return async () =>
    restoreBackup(await thisInstallation(), path.resolve(folder), {
      overwrite: values.overwrite,
      schema: { models, migrations },
      say,
    })
})
