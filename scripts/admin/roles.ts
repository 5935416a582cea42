import type { ActorView } from '#contract/people.ts'
import { resetSecondFactor } from '#server/features/account/second-factor/factors.service.ts'
import { listAdmins, setAdmin } from '#server/features/people/users/admin-people.service.ts'
import { say } from '../with-store.ts'
import { adminCommand, personCommand, recordFor } from './command.ts'

async function change({ id, handle }: ActorView, isAdmin: boolean): Promise<void> {
  const changed = await setAdmin(id, isAdmin, (tx) =>
    recordFor(tx, id, isAdmin ? 'user.promote' : 'user.demote', { isAdmin }, { isAdmin: !isAdmin }),
  )
  const now = isAdmin ? 'an admin' : 'no admin'
  say(changed ? `@${handle} is now ${now}.` : `@${handle} is ${now} already.`)
}

/** Who may use the admin pages (DECISIONS row 23), and second factors that are lost (row 158). */
export const ROLES = {
  grant: personCommand({
    usage: 'grant HANDLE',
    about: 'Makes a person an admin.',
    run: (person) => change(person, true),
  }),
  revoke: personCommand({
    usage: 'revoke HANDLE',
    about: 'Ends that a person is an admin. The last admin stays.',
    run: (person) => change(person, false),
  }),
  list: adminCommand({
    usage: 'list',
    about: 'Lists the admins.',
    async run() {
      const admins = await listAdmins()
      if (admins.length === 0) return say('Nobody is an admin yet.')
      for (const { handle, displayName } of admins) say(`@${handle} (${displayName})`)
    },
  }),
  'reset-second-factor': personCommand({
    usage: 'reset-second-factor HANDLE',
    about: 'For a person who has lost passkey, app and recovery codes: the password alone is enough again.',
    async run({ id, handle }) {
      const removed = await resetSecondFactor(id)
      say(
        removed
          ? `@${handle} logs in with the password alone again. Every session of theirs has ended, and a mail tells them.`
          : `@${handle} has no second factor.`,
      )
    },
  }),
}
