import { FEATURES } from '#server/boot/features.ts'
import { closeMail } from '#server/platform/mail/mail-queue.ts'
import { registerFeatures } from '#server/shared/feature.ts'
import type { AdminCommand } from './admin/command.ts'
import { ACCOUNTS } from './admin/accounts.ts'
import { DEMO } from './admin/demo.ts'
import { FILES } from './admin/files.ts'
import { MAILS } from './admin/mails.ts'
import { MAINTENANCE } from './admin/maintenance.ts'
import { PUSH_KEYS } from './admin/push-keys.ts'
import { ROLES } from './admin/roles.ts'
import { SUSPENSIONS } from './admin/suspensions.ts'
import { UsageError, withStore } from './with-store.ts'

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  ...ROLES,
  ...ACCOUNTS,
  ...SUSPENSIONS,
  ...FILES,
  ...MAILS,
  ...MAINTENANCE,
  ...PUSH_KEYS,
  ...DEMO,
}

/**
 * `npm run admin -- COMMAND`: what an operator can do without the dashboard, beside a running server, which notices
 * within five seconds, or without one. Each change has an entry in the audit log.
 */
function help(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length)) + 2
  const lines = Object.values(COMMANDS).map(
    ({ usage, about }) => `  ${usage.padEnd(width)}${about.split('\n')[0]}`,
  )
  return ['Usage: npm run admin -- COMMAND', '', ...lines, '', 'COMMAND --help says more about one.'].join(
    '\n',
  )
}

const [verb = '', ...args] = process.argv.slice(2)
if (verb === '--help') {
  process.stdout.write(`${help()}\n`)
  process.exit()
}
registerFeatures(FEATURES)
await withStore(() => {
  if (!Object.hasOwn(COMMANDS, verb)) throw new UsageError(help())
  return COMMANDS[verb]!.prepare(args)
})
closeMail()
