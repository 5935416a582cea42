import { REPORT_REASONS } from '#contract/moderation.constants.ts'
import { suspendByOperator } from '#server/features/moderation/actions.service.ts'
import { lift } from '#server/features/people/users/admin-people.service.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { UsageError, say } from '../with-store.ts'
import { personCommand, recordFor } from './command.ts'

const REASONS = REPORT_REASONS.map(({ reason }) => reason)
const MOST_DAYS = 365

/** Suspensions, as the dashboard decides them on a report. */
export const SUSPENSIONS = {
  suspend: personCommand({
    usage: 'suspend HANDLE DAYS [--reason REASON]',
    about: `A person may read and no longer write for so many days. They are told, and may appeal.\nREASON is one of ${REASONS.join(', ')}; without it: other.`,
    options: { reason: { type: 'string', default: 'other' } },
    positionals: [2, 2],
    async run({ id, handle }, { values, positionals: [, given = ''] }) {
      const days = Number(given)
      const reason = REASONS.find((one) => one === values.reason)
      if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
        throw new UsageError(`DAYS is a whole number from 1 to ${MOST_DAYS}.`)
      if (!reason) throw new UsageError(`REASON is one of ${REASONS.join(', ')}.`)
      const { until } = await suspendByOperator(id, days, reason)
      say(`@${handle} is suspended until ${until}.`)
    },
  }),
  unsuspend: personCommand({
    usage: 'unsuspend HANDLE',
    about: 'Ends a suspension before its time.',
    async run({ id, handle }) {
      await transact(async (tx) => {
        await lift(tx, id, 'suspendedUntil')
        await recordFor(tx, id, 'user.unsuspend')
      })
      say(`@${handle} is not suspended.`)
    },
  }),
}
