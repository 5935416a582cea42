import type { ParseArgsConfig } from 'node:util'
import type { AuditAction } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import type { ActorView } from '#contract/people.ts'
import { loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { NOBODY, recordAdminAction } from '#server/shared/audit/audit-log.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { readArguments, type Arguments, type CommandLine } from '../command-line.ts'
import { UsageError } from '../with-store.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** A command behind `npm run admin --`. */
export interface AdminCommand {
  readonly usage: string
  readonly about: string
  /** Reads the arguments, and returns the work. */
  prepare(args: readonly string[]): () => Promise<void>
}

/** `usage` without `npm run admin --`. */
export const adminCommand = <const O extends Options>({
  usage,
  run,
  ...rest
}: CommandLine<O> & { run(args: Arguments<O>): Promise<void> }): AdminCommand => ({
  usage,
  about: rest.about,
  prepare(args) {
    const given = readArguments({ usage: `npm run admin -- ${usage}`, ...rest }, args)
    return () => run(given)
  },
})

/** One that is about a person: HANDLE is its first argument. */
export const personCommand = <const O extends Options>({
  run,
  positionals = [1, 1],
  ...rest
}: CommandLine<O> & { run(person: ActorView, args: Arguments<O>): Promise<void> }): AdminCommand =>
  adminCommand({
    ...rest,
    positionals,
    run: async (args) => run(await personCalled(args.positionals[0]!), args),
  })

/** The person with this handle, however it is written. */
export async function personCalled(given: string): Promise<ActorView> {
  const handle = given.replace(/^@/, '').toLowerCase()
  const person = (await loadActorsByHandle([handle])).get(handle)
  if (!person) throw new UsageError(`Nobody here goes by @${handle}. They have to register first.`)
  return person
}

/** An entry of the audit log about a person, by nobody. */
export const recordFor = (
  tx: Transaction,
  userId: string,
  action: AuditAction,
  after: NonNullable<AuditState> = {},
  before: AuditState = null,
): Promise<void> =>
  recordAdminAction(tx, {
    admin: NOBODY,
    action,
    target: { type: 'user', id: userId },
    before,
    after: { ...after, by: 'command line' },
  })

/** The same about the site. */
export const recordForHouse = (
  tx: Transaction,
  action: AuditAction,
  after: NonNullable<AuditState> = {},
): Promise<void> => recordAdminAction(tx, { admin: NOBODY, action, after: { ...after, by: 'command line' } })
