import { ALERT_WORDS, alertFigure } from '#contract/monitor.alerts.constants.ts'
import { pushToDevices } from '#server/features/notifications/push/push-alerts.ts'
import { listAdmins } from '#server/features/people/users/admin-people.service.ts'
import { emailAddressOf } from '#server/features/people/users/identities.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { config } from '#server/platform/config.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { AlertModel, type AlertDocument } from './alerts.model.ts'
import type { AlertSettings } from './alert-settings.ts'
import { ALERTS_PAGE, alertKeyOf, alertLineOf, type AlertMessage } from './alert-words.ts'
import { webhookJob } from './alert-webhook.ts'

/**
 * Puts the messages about an alert into the queues, in the transaction that opens or resolves it: a process that is
 * killed afterwards loses none, and none is queued twice (LIVE L47).
 */
export async function sendMessages(
  tx: Transaction,
  settings: AlertSettings,
  alert: Pick<AlertDocument, '_id' | 'rule' | 'peak'>,
  { what, at }: Pick<AlertMessage, 'what' | 'at'>,
): Promise<void> {
  const message = { alertId: alert._id.toHexString(), what, ...(at && { at }) }
  if (settings.webhook) await webhookJob.enqueue(message, { tx, key: alertKeyOf(message) })
  if (what === 'repeated' || (!settings.mail && !settings.push)) return
  const words = { subject: message.alertId, title: alertLineOf(alert, what), path: ALERTS_PAGE }
  for (const { id } of await listAdmins()) {
    if (settings.mail) await alertMail({ ...message, userId: id }, tx)
    if (settings.push) await pushToDevices(tx, id, words)
  }
}

const alertMail = mailTemplate<AlertMessage & { userId: string }>('alert', async ({ userId, ...message }) => {
  const [alert, viewer, account] = await Promise.all([
    AlertModel.findById(message.alertId).lean<AlertDocument>(),
    loadViewer(userId),
    emailAddressOf(userId),
  ])
  if (!alert || !account || !viewer?.isAdmin) return null
  return mailOf(alert, message, account.email, `${alertKeyOf(message)}.${userId}`)
})

function mailOf(alert: AlertDocument, { what }: AlertMessage, to: string, id: string): Mail {
  const { what: counted } = ALERT_WORDS[alert.rule]
  const inWords = (value: number) => alertFigure(alert.rule, value)
  const figure = what === 'resolved' ? `${inWords(alert.peak)} at its worst` : inWords(alert.value)
  const figures = `${counted}: ${figure}. The threshold is ${inWords(alert.threshold)}.`
  return {
    to,
    subject: `${houseName()}: ${alertLineOf(alert, what)}`,
    title: what === 'resolved' ? 'The pipes are quiet again' : 'The pipes are calling',
    words: [
      alertLineOf(alert, what),
      figures,
      ...(alert.detail ? [alert.detail] : []),
      ...(alert.reporter ? [`Reported by ${alert.reporter}.`] : []),
    ],
    button: { label: 'Look at the alerts', url: `${config.PUBLIC_URL}${ALERTS_PAGE}` },
    afterwards: [
      'There is one mail when an alert opens and one when it is over; while it is open, further crashes send one each five minutes at most. Admins switch rules and mails on that page.',
    ],
    messageId: `<${id}@${new URL(config.PUBLIC_URL).hostname}>`,
  }
}
