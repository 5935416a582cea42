import { Email } from '#contract/account.ts'
import { JobModel } from '#server/platform/jobs/jobs.model.ts'
import { sendAtOnce } from '#server/platform/mail/mail-queue.ts'
import { houseName, loadHouseName } from '#server/shared/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import { UsageError, say } from '../with-store.ts'
import { adminCommand } from './command.ts'

const LISTED = 50

/** The mails that the site sends. */
export const MAILS = {
  'test-mail': adminCommand({
    usage: 'test-mail EMAIL',
    about: 'Sends a mail at once, and says whether the mail server has taken it.',
    positionals: [1, 1],
    async run({ positionals: [given] }) {
      const { data: to } = Email.safeParse(given)
      if (!to) throw new UsageError(`${given} is no email address.`)
      await loadHouseName()
      try {
        await sendAtOnce({
          to,
          subject: `A test of ${houseName()}`,
          title: 'This mail has arrived',
          words: ['Somebody who runs this site has tested whether its mails arrive. This one did.'],
          button: { label: 'Open the site', url: config.PUBLIC_URL },
          afterwards: ['You need not do anything.'],
        })
      } catch (error) {
        throw new UsageError((error as Error).message, { cause: error })
      }
      say(
        config.SMTP_URL
          ? 'The mail server has taken it. Whether it arrives shows in the mailbox.'
          : 'Without SMTP_URL it is a file in DATA_DIR/outbox.',
      )
    },
  }),
  mails: adminCommand({
    usage: 'mails',
    about: `The mails that wait or have failed, the next ${LISTED} of them, without addresses.`,
    async run() {
      const waiting = { kind: /^mail:/ }
      const [count, jobs] = await Promise.all([
        JobModel.collection.countDocuments(waiting),
        JobModel.collection.find(waiting).sort({ dueAt: 1 }).limit(LISTED).toArray(),
      ])
      say(count === 0 ? 'No mail waits.' : `${count} mails wait.`)
      for (const { kind, state, createdAt, failures, dueAt, lastError } of jobs) {
        const tries = failures === 0 ? '' : `, tried ${failures} times (${lastError})`
        const next = dueAt ? `, next try ${(dueAt as Date).toISOString()}` : ''
        say(
          `  ${(kind as string).slice(5)}: ${state}, since ${(createdAt as Date).toISOString()}${tries}${next}`,
        )
      }
    },
  }),
}
