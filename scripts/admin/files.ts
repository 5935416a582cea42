import { Types } from 'mongoose'
import { sweepLinkCards } from '#server/features/media/link-cards/link-cards.service.ts'
import { sweepMedia } from '#server/features/media/media-removal.ts'
import { orphans, removeOrphan, storageUse } from '#server/features/media/media-storage.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { say } from '../with-store.ts'
import { adminCommand, personCalled, recordForHouse } from './command.ts'

const MB = 1024 ** 2
const size = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`
/** How many people are listed. */
const LISTED = 20

/** Pictures, videos and voice messages. */
export const FILES = {
  storage: adminCommand({
    usage: 'storage [HANDLE]',
    about: `What the files take: in all, and of the ${LISTED} people with the most; or of one person.`,
    positionals: [0, 1],
    async run({ positionals: [handle] }) {
      const one = handle === undefined ? undefined : new Types.ObjectId((await personCalled(handle)).id)
      const all = await storageUse(one)
      const files = all.reduce((sum, row) => sum + row.files, 0)
      const bytes = all.reduce((sum, row) => sum + row.bytes, 0)
      say(`${files} files, ${size(bytes)}`)
      if (one) return
      const listed = all.slice(0, LISTED)
      const people = await loadActors(listed.map(({ ownerId }) => ownerId))
      for (const row of listed) {
        // Pictures of linked pages belong to nobody.
        const name = people.get(row.ownerId)?.handle
        say(`  ${name ? `@${name}` : '(linked pages)'}: ${row.files} files, ${size(row.bytes)}`)
      }
    },
  }),
  prune: adminCommand({
    usage: 'prune [--dry-run]',
    about:
      'Deletes files that no record names, for instance after a restore, and what the hourly sweeps delete:\nuploads that nothing has used for a day, and old cards of links.',
    options: { 'dry-run': { type: 'boolean', default: false } },
    async run({ values }) {
      const isDry = values['dry-run']
      let count = 0
      for await (const folder of orphans()) {
        count += 1
        say(`${isDry ? 'Would delete' : 'Deletes'} ${folder}`)
        if (!isDry) await removeOrphan(folder)
      }
      if (isDry) return say(`${count} folders without a record. This was a dry run. Nothing was changed.`)
      await sweepMedia()
      await sweepLinkCards()
      await transact((tx) => recordForHouse(tx, 'house.prune', { folders: count }))
      say(`${count} folders without a record are deleted, and what nothing uses any more.`)
    },
  }),
}
