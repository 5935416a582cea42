import { Email } from '#contract/account.ts'
import { DisplayName, Handle } from '#contract/people.ts'
import { leaveAddress } from '#server/features/account/credentials/account.service.ts'
import { unlock } from '#server/features/account/login/unlock.ts'
import { LINK_MINUTES, issueToken } from '#server/features/account/recovery/reset-tokens.service.ts'
import { assertFree, createAccount, endAllSessions } from '#server/features/people/users/accounts.service.ts'
import { confirmByOperator } from '#server/features/people/users/identities.service.ts'
import { config } from '#server/platform/config.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { z } from 'zod'
import { UsageError, say } from '../with-store.ts'
import { adminCommand, personCommand, recordFor } from './command.ts'

function parsed<T>(schema: z.ZodType<T>, given: string): T {
  const result = schema.safeParse(given)
  if (!result.success) throw new UsageError(`${given}: ${result.error.issues[0]!.message}`)
  return result.data
}

async function sayLink(userId: string): Promise<void> {
  say(`A password is set by this link, once and within ${LINK_MINUTES} minutes:`)
  say(`${config.PUBLIC_URL}/reset-password?token=${await issueToken(userId)}`)
}

const confirmAddress = (id: string, address: string | null) =>
  confirmByOperator(id, address, {
    within: leaveAddress,
    alongside: (tx) => recordFor(tx, id, 'user.address', { isAnother: address !== null }),
  })

/** Accounts, for people whom mails do not reach. */
export const ACCOUNTS = {
  create: adminCommand({
    usage: 'create EMAIL HANDLE [--name NAME]',
    about:
      'Creates an account with a confirmed address, and prints a link by which its person sets a password.\nNo mail is sent. It works also while nobody may sign up.',
    options: { name: { type: 'string' } },
    positionals: [2, 2],
    async run({ values, positionals: [address = '', wanted = ''] }) {
      const handle = parsed(Handle, wanted.replace(/^@/, ''))
      const account = {
        email: parsed(Email, address),
        handle,
        displayName: parsed(DisplayName, values.name ?? handle),
        passwordHash: null,
        emailVerified: true,
      }
      await assertFree(account)
      const { id } = await createAccount(account, (tx, userId) =>
        recordFor(tx, userId.toHexString(), 'user.create'),
      )
      say(`@${handle} has an account.`)
      await sayLink(id)
    },
  }),
  'password-link': personCommand({
    usage: 'password-link HANDLE',
    about:
      'Prints a link by which a person sets a new password, as a mail would have it.\nThe old one is valid until the link is used. Make sure to whom you give it.',
    async run({ id }) {
      await transact((tx) => recordFor(tx, id, 'user.password-link'))
      await sayLink(id)
    },
  }),
  confirm: personCommand({
    usage: 'confirm HANDLE',
    about: "Confirms a person's email address, as the link of the mail would.",
    async run({ id, handle }) {
      await confirmAddress(id, null)
      say(`The address of @${handle} is confirmed.`)
    },
  }),
  'set-address': personCommand({
    usage: 'set-address HANDLE EMAIL',
    about:
      'Gives a person another email address, which counts as confirmed. The address before gets a mail.\nMake sure that the person asks for it: whoever reads mails to the new address can take over the account.',
    positionals: [2, 2],
    async run({ id, handle }, { positionals: [, address = ''] }) {
      await confirmAddress(id, parsed(Email, address))
      say(`@${handle} has another address, and it is confirmed.`)
    },
  }),
  unlock: personCommand({
    usage: 'unlock HANDLE',
    about:
      'Forgets the wrong passwords and codes at an account (100 a day stop log-ins from unknown devices).\nA running server does it within seconds.',
    async run({ id, handle }) {
      await transact(async (tx) => {
        await unlock(tx, id)
        await recordFor(tx, id, 'user.unlock')
      })
      say(`A running server forgets the failed log-ins of @${handle} within seconds.`)
    },
  }),
  'end-sessions': personCommand({
    usage: 'end-sessions HANDLE',
    about: 'Signs a person out everywhere.',
    async run({ id, handle }) {
      await transact(async (tx) => {
        await endAllSessions(tx, id)
        await recordFor(tx, id, 'user.logout')
      })
      say(`Every session of @${handle} has ended.`)
    },
  }),
}
