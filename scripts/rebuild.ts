import { lastRebuild, rebuild } from '#server/features/admin/rebuild/rebuild.ts'
import { readArguments } from './command-line.ts'
import { runToEnd } from './walks/run-to-end.ts'

/**
 * `npm run rebuild`: writes the derived fields that searches use, wherever they differ from what this
 * version computes.
 */
readArguments({
  usage: 'npm run rebuild',
  about: 'Writes the derived fields that searches use, wherever they differ from what this version computes.',
})
await runToEnd({
  walk: rebuild,
  start: () => rebuild.start({}),
  lines: async () =>
    Object.entries((await lastRebuild()) ?? {}).map(
      ([name, { seen, changed }]) => `${seen} ${name} looked at, ${changed} changed.`,
    ),
})
