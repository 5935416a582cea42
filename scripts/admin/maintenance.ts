import { maintenance, switchMaintenance } from '#server/features/site/maintenance/maintenance.service.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { UsageError, say } from '../with-store.ts'
import { adminCommand, recordForHouse } from './command.ts'

const WORDS = 'We are working on the site. Please come back in a few minutes.'
const LONGEST = 500

/** The page that everybody sees while an operator works on the site. */
export const MAINTENANCE = {
  maintenance: adminCommand({
    usage: 'maintenance on [TEXT] | off | status',
    about:
      'Closes the site within five seconds, in all processes: pages and calls are answered with 503 and a plain page with TEXT.\nAdmins log in and use it. /healthz and /readyz stay as they are. off: opens it again.',
    positionals: [1, 2],
    async run({ positionals: [verb, text = WORDS, ...rest] }) {
      if (verb === 'status') {
        const now = await maintenance()
        return say(now === null ? 'The site is open.' : `The site is closed: ${now}`)
      }
      if ((verb !== 'on' && verb !== 'off') || rest.length > 0) throw new UsageError('Say on, off or status.')
      const words = text.trim()
      if (words === '' || words.length > LONGEST)
        throw new UsageError(`TEXT has 1 to ${LONGEST} characters; put it in quotation marks.`)
      await transact(async (tx) => {
        await switchMaintenance(tx, verb === 'on' ? words : null)
        await recordForHouse(tx, 'house.maintenance', { isOn: verb === 'on' })
      })
      say(verb === 'on' ? `The site is closed: ${words}` : 'The site is open.')
    },
  }),
}
