import { within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { Db } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertRule } from '#contract/monitor.alerts.constants.ts'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { fill, saidOnce, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { inStore } from '#tests/pages/support/in-store.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import type { PagePerson } from '#tests/pages/support/people.ts'

const FINGERPRINT = 'pages-alerts'
const WORDS = 'the cistern is empty'
const EMPTY_CISTERN = {
  fingerprint: FINGERPRINT,
  source: 'server',
  type: 'database',
  severity: 'CRITICAL',
  message: `MongoNetworkError: ${WORDS}`,
  during: 'request failed',
  where: null,
  repairs: [],
  settledBy: [],
  test: false,
  count: 1,
  resolved: false,
  regressions: 0,
  fixAttempts: 0,
  fixes: [],
  rev: 1,
}
/** The server judges every minute, and looks every three seconds which job is due. */
const judgeSoon = (store: Db) =>
  store.collection('jobs').updateOne({ kind: 'alerts' }, { $set: { dueAt: new Date() } })

let queen: PagePerson
let duke: PagePerson
beforeAll(async () => {
  ;[queen, duke] = await Promise.all([newAdmin('Queen'), newAdmin('Duke')])
})
const alerts = async () => (await duke.get<AlertsView>('/ai-monitor/alerts')).body
const ruleOf = async (rule: AlertRule) => (await alerts()).rules.find((one) => one.rule === rule)!
afterAll(async () => {
  const { threshold } = await ruleOf('errors')
  await queen.put('/ai-monitor/alert-rules/errors', { on: true, threshold })
  await inStore((store) => store.collection('faults').deleteMany({ fingerprint: FINGERPRINT }))
})

async function openAlerts(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('tab', { name: 'Alerts' }))
  await screen.findByRole('heading', { name: 'Rules' })
}
const findAlert = (...words: string[]) =>
  eventually(() => {
    const [alert] = screen.queryAllByTestId('alert').filter(({ textContent }) => textContent.includes(WORDS))
    for (const word of words) expect(alert?.textContent).toContain(word)
    return within(alert!)
  })

it('an alert opens live, is acknowledged and silenced, and ends when its rule is switched off', async () => {
  const { user, address } = await openPage('/ai-monitor', queen)
  await openAlerts(user)
  expect(address()).toMatch(/\?tab=alerts$/)
  const now = new Date()
  await inStore(async (store) => {
    await store.collection('faults').insertOne({ ...EMPTY_CISTERN, firstSeen: now, lastSeen: now })
    await judgeSoon(store)
  })
  const alert = await findAlert('Critical errors are unresolved', 'Open')
  await user.click(alert.getByRole('button', { name: 'Acknowledge' }))
  await findAlert('Acknowledged by Queen')
  expect(alert.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  const { id } = (await alerts()).alerts.find(({ detail }) => detail.includes(WORDS))!
  const silenced = await duke.post(`/ai-monitor/alerts/${id}/silence`, { hours: 8 })
  expect(silenced.status, silenced.text).toBe(200)
  await findAlert('Silenced until')
  await user.click(alert.getByRole('button', { name: 'End the silence' }))
  await alert.findByRole('button', { name: 'Silence 24 h' })
  expect((await ruleOf('errors')).silencedUntil).toBeNull()

  const errors = within(screen.getByTestId('alert-rule-errors')).getByRole<HTMLInputElement>('switch')
  await user.click(errors)
  await eventually(() => expect(errors.checked).toBe(false))
  await inStore(judgeSoon)
  await findAlert('Rule switched off')
})

it('thresholds and the webhook are saved, and open pages of other admins follow', async () => {
  const { user } = await openPage('/ai-monitor', queen)
  await openAlerts(user)
  const rule = within(screen.getByTestId('alert-rule-queue'))
  await fill(user, rule.getByRole('textbox'), '0')
  await rule.findByText(/Enter a whole number within the limits/)
  await fill(user, rule.getByRole('textbox'), '600')
  await user.click(rule.getByRole('button', { name: 'Save' }))
  await eventually(async () => expect((await ruleOf('queue')).threshold).toBe(600))
  await duke.put('/ai-monitor/alert-rules/queue', { on: true, threshold: 700 })
  await eventually(() => expect(valueOf(rule.getByRole('textbox'))).toBe('700'))

  const webhook = () => screen.getByRole('textbox', { name: 'Webhook' })
  await fill(user, webhook(), 'http://hooks.example/')
  await clickButton(user, 'Save Webhook')
  await saidOnce(user, 'Failed to save where alerts are sent')
  await fill(user, webhook(), 'https://hooks.example/alerts')
  await clickButton(user, 'Save Webhook')
  const secret = await screen.findByLabelText('Its secret')
  expect(valueOf(secret)).toMatch(/^whsec_/)
  // Only who made it sees it, once.
  expect((await duke.get('/ai-monitor/alerts')).text).not.toContain('whsec_')
  await duke.put('/ai-monitor/alert-webhook', { url: 'https://hooks.example/dukes' })
  await eventually(() => expect(valueOf(webhook())).toBe('https://hooks.example/dukes'))
  await fill(user, webhook(), '')
  await clickButton(user, 'Save Webhook')
  await saidOnce(user, 'Webhook removed')
})
