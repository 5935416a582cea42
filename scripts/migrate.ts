import { parseArgs } from 'node:util'
import { migrations } from '#server/migrations/index.ts'
import { collections as models } from '#server/features.ts'
import { dropObsolete, migrate, planMigration, type MigrationPlan } from '#server/platform/mongo/migrate.ts'
import { say, withStore } from './with-store.ts'

/**
 * `npm run migrate`: runs migrations and updates indexes without starting the server, and drops the indexes
 * that no version in use names. With `--dry-run` it only prints what it would change.
 */
const schema = { models, migrations }

function linesOf({ migrations: pending, indexes, outdated }: MigrationPlan): string[] {
  const named = (verb: string, changes: readonly { collection: string; name: string }[]) =>
    changes.map(({ collection, name }) => `${verb} the index ${name} of ${collection}.`)
  return [
    ...pending.map(({ name, does }) => `Run the migration ${name}: ${does}`),
    ...indexes.collections.map((name) => `Create the collection ${name}.`),
    ...named('Create', indexes.create),
    ...(outdated ? [] : [...named('Rebuild', indexes.rebuild), ...named('Drop', indexes.drop)]),
  ]
}

async function run(dryRun: boolean): Promise<void> {
  const lines = linesOf(await planMigration(schema))
  if (lines.length === 0) return say('The store is up to date. Nothing to do.')
  for (const line of lines) say(line)
  if (dryRun) return say('This was a dry run. Nothing was changed.')
  await migrate(schema)
  await dropObsolete(schema)
  say('Done.')
}

await withStore(() => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
  return () => run(values['dry-run'])
})
