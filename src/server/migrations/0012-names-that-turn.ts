import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'
import { requestJob } from './request-job.ts'

// The characters themselves: the store's expressions know no escapes of them.
const TURNING = new RegExp('[\u202a-\u202e\u2066-\u2069]', 'u')

/** Until then a name kept invisible characters that turn its letters around. The job writes the copies of the card. */
export const namesThatTurn: Migration = {
  name: '0012-names-that-turn',
  does: 'Takes invisible characters that turn letters around out of display names and names of groups.',
  async run({ db, eachGroup }) {
    await eachGroup('users', { displayName: TURNING }, async (people) => {
      for (const { _id, displayName } of people) {
        const $set = { displayName: withoutTurns(displayName as string) }
        await db.collection('users').updateOne({ _id }, { $set, $inc: { rev: 1 } })
        await requestJob(db, 'rename', String(_id), { userId: String(_id) })
      }
    })
    await eachGroup('conversations', { 'group.name': TURNING }, async (groups) => {
      for (const { _id, group } of groups) {
        const $set = { 'group.name': withoutTurns((group as mongo.Document)['name'] as string) }
        await db.collection('conversations').updateOne({ _id }, { $set, $inc: { rev: 1 } })
      }
    })
  },
}

const withoutTurns = (name: string): string => name.replace(new RegExp(TURNING, 'gu'), '').trim()
