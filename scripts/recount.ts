import {
  lastTally,
  recount,
  recountFromCommandLine,
} from '#server/features/admin/site-settings/sync.service.ts'
import { runToEnd } from './walks/run-to-end.ts'

/**
 * `npm run recount`: counts comments, reactions, posts and follows one by one and sets every figure right
 * that is shown of them, and writes names anew where a rename was cut short. It is one job in the whole
 * house, so that it is the same one that an admin starts in the dashboard.
 */
await runToEnd({
  walk: recount,
  start: recountFromCommandLine,
  async lines() {
    const tally = await lastTally()
    return (['posts', 'people'] as const).map(
      (name) => `${tally?.[name].seen ?? 0} ${name} counted, ${tally?.[name].changed ?? 0} set right.`,
    )
  },
})
