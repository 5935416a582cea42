import { transact } from '#server/platform/mongo/transaction.ts'
import { demoPeople, removeDemo } from '../seed/progress.ts'
import { UsageError, say } from '../with-store.ts'
import { adminCommand, recordForHouse } from './command.ts'

/** What `npm run seed` has made. */
export const DEMO = {
  'remove-demo': adminCommand({
    usage: 'remove-demo --yes',
    about: 'Deletes the accounts that `npm run seed` has made, with everything that they have written.',
    options: { yes: { type: 'boolean', default: false } },
    async run({ values }) {
      const count = (await demoPeople()).length
      if (!values.yes)
        throw new UsageError(`${count} accounts would be deleted for ever. Say --yes to do it.`)
      await removeDemo()
      await transact((tx) => recordForHouse(tx, 'house.demo', { people: count }))
      say(`${count} accounts of the demo world are deleted, with everything that they have written.`)
    },
  }),
}
