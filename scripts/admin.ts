import type { ActorView } from '#contract/people.ts'
import { NOBODY, recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { listAdmins, setAdmin } from '#server/features/people/users/admin-people.service.ts'
import { UsageError, say, withStore } from './with-store.ts'

/**
 * `npm run admin -- grant <handle>`, `revoke <handle>`, `list`: people who may use the admin pages
 * (DECISIONS row 23). `reset-second-factor <handle>`: for people who lost passkey, app and recovery codes
 * (DECISIONS row 158). Works beside a running server, which notices within five seconds, or without one.
 */
const USAGE = 'Usage: npm run admin -- grant <handle> | revoke <handle> | list | reset-second-factor <handle>'

async function list(): Promise<void> {
  const admins = await listAdmins()
  if (admins.length === 0) return say('Nobody is an admin yet.')
  for (const { handle, displayName } of admins) say(`@${handle} (${displayName})`)
}

async function personCalled(handle: string): Promise<ActorView> {
  const person = (await loadActorsByHandle([handle])).get(handle)
  if (!person) throw new UsageError(`Nobody here goes by @${handle}. They have to register first.`)
  return person
}

async function reset(handle: string): Promise<void> {
  const { id } = await personCalled(handle)
  // Loads sessions and mails; the other commands start faster without them.
  const { resetSecondFactor } = await import('#server/features/account/second-factor/factors.service.ts')
  const removed = await resetSecondFactor(id)
  say(
    removed
      ? `@${handle} logs in with the password alone again. Every session of theirs has ended, and a mail tells them.`
      : `@${handle} has no second factor.`,
  )
}

async function change(handle: string, isAdmin: boolean): Promise<void> {
  const person = await personCalled(handle)
  const changed = await setAdmin(person.id, isAdmin, (tx) =>
    recordAdminAction(tx, {
      admin: NOBODY,
      action: isAdmin ? 'user.promote' : 'user.demote',
      target: { type: 'user', id: person.id },
      before: { isAdmin: !isAdmin },
      after: { isAdmin, by: 'command line' },
    }),
  )
  const now = isAdmin ? 'an admin' : 'no admin'
  say(changed ? `@${handle} is now ${now}.` : `@${handle} is ${now} already.`)
}

function command([verb, given, ...rest]: string[]): () => Promise<void> {
  const handle = given?.replace(/^@/, '').toLowerCase()
  if (verb === 'list' && !given) return list
  if ((verb === 'grant' || verb === 'revoke') && handle && rest.length === 0)
    return () => change(handle, verb === 'grant')
  if (verb === 'reset-second-factor' && handle && rest.length === 0) return () => reset(handle)
  throw new UsageError(USAGE)
}

await withStore(() => command(process.argv.slice(2)))
