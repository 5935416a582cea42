import {
  lastRecount,
  recount,
  recountFromCommandLine,
} from '#server/features/admin/site-settings/sync.service.ts'
import { readArguments } from './command-line.ts'
import { runToEnd } from './walks/run-to-end.ts'

/**
 * `npm run recount`: counts comments, reactions, posts and follows one by one, corrects every counter, and
 * completes interrupted renames. It is the same job that an admin starts in the dashboard; only one runs at
 * a time.
 */
readArguments({
  usage: 'npm run recount',
  about: 'Counts comments, reactions, posts and follows one by one, and corrects every counter.',
})
await runToEnd({
  walk: recount,
  start: recountFromCommandLine,
  async lines() {
    const counts = await lastRecount()
    return (['posts', 'people'] as const).map(
      (name) => `${counts?.[name].seen ?? 0} ${name} counted, ${counts?.[name].changed ?? 0} set right.`,
    )
  },
})
