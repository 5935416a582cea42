import { migrations } from '#server/migrations/index.ts'
import { collections as models } from '#server/boot/features.ts'
import {
  aheadOf,
  buildAhead,
  dropObsolete,
  migrate,
  planMigration,
  type MigrationPlan,
} from '#server/platform/mongo/migrate.ts'
import { readArguments } from './command-line.ts'
import { say, withStore } from './with-store.ts'

/**
 * `npm run migrate`: runs migrations and updates indexes without starting the server, and drops the indexes
 * that no version in use names. With `--dry-run` it only prints what it would change. `--indexes-only`, before a
 * deploy: builds the indexes that the version in use does not mind, and changes nothing else.
 */
const schema = { models, migrations }

const named = (verb: string, changes: readonly { collection: string; name: string }[]) =>
  changes.map(({ collection, name }) => `${verb} the index ${name} of ${collection}.`)

const linesOf = ({ migrations: pending, indexes, outdated }: MigrationPlan): string[] => [
  ...pending.map(({ name, does }) => `Run the migration ${name}: ${does}`),
  ...indexes.collections.map((name) => `Create the collection ${name}.`),
  ...named('Create', indexes.create),
  ...(outdated ? [] : [...named('Rebuild', indexes.rebuild), ...named('Drop', indexes.drop)]),
]

interface Options {
  dryRun: boolean
  indexesOnly: boolean
}

async function run({ dryRun, indexesOnly }: Options): Promise<void> {
  const plan = await planMigration(schema)
  const lines = indexesOnly ? named('Create', aheadOf(plan.indexes)) : linesOf(plan)
  if (lines.length === 0)
    return say(
      indexesOnly ? 'No index can be built ahead. Nothing to do.' : 'The store is up to date. Nothing to do.',
    )
  for (const line of lines) say(line)
  if (dryRun) return say('This was a dry run. Nothing was changed.')
  if (indexesOnly) await buildAhead(schema)
  else {
    await migrate(schema)
    await dropObsolete(schema)
  }
  say('Done.')
}

await withStore(() => {
  const flag = { type: 'boolean', default: false } as const
  const { values } = readArguments({
    usage: 'npm run migrate -- [--dry-run] [--indexes-only]',
    about:
      'Runs migrations and updates indexes without starting the server, and drops the indexes that no version in use names.\n--dry-run only prints what it would change. --indexes-only, before a deploy, builds what the version in use does not mind.',
    options: { 'dry-run': flag, 'indexes-only': flag },
  })
  return () => run({ dryRun: values['dry-run'], indexesOnly: values['indexes-only'] })
})
