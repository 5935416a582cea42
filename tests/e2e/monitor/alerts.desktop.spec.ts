import { MongoClient, type Db } from 'mongodb'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

async function inStore(work: (db: Db) => Promise<unknown>): Promise<void> {
  const store = await attachEmbedded(process.env['E2E_DATA_DIR']!)
  const client = await MongoClient.connect(store!.uri)
  try {
    await work(client.db())
  } finally {
    await client.close()
    await store!.close()
  }
}
const judgeSoon = (db: Db) =>
  db.collection('jobs').updateOne({ kind: 'alerts' }, { $set: { dueAt: new Date() } })

test('an alert opens live, is acknowledged and silenced, and ends when its rule is switched off', async ({
  guest,
}) => {
  test.slow()
  const [queen, duke] = [await guest('Queen'), await guest('Duke')]
  await Promise.all([grantAdmin(queen.handle), grantAdmin(duke.handle)])
  const { page } = queen
  const open = async (one: typeof page) => {
    await one.goto('/ai-monitor')
    await one.getByRole('tab', { name: 'Alerts' }).click()
    await expect(one.getByRole('heading', { name: 'Rules' })).toBeVisible()
  }
  await open(page)
  await open(duke.page)
  await expect(page).toHaveURL(/\?tab=alerts$/)

  const now = new Date()
  await inStore(async (db) => {
    await db.collection('faults').insertOne({
      fingerprint: `e2e-${now.getTime()}`,
      source: 'server',
      type: 'database',
      severity: 'CRITICAL',
      message: 'MongoNetworkError: the cistern is empty',
      during: 'request failed',
      where: null,
      repairs: [],
      settledBy: [],
      test: false,
      count: 1,
      firstSeen: now,
      lastSeen: now,
      resolved: false,
      regressions: 0,
      fixAttempts: 0,
      fixes: [],
      rev: 1,
    })
    await judgeSoon(db)
  })
  const alert = page.getByTestId('alert').filter({ hasText: 'Critical errors are unresolved' }).first()
  await expect(alert).toContainText('the cistern is empty', { timeout: 30_000 })
  await expect(alert.getByText('Open', { exact: true })).toBeVisible()

  await alert.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(alert).toContainText('Acknowledged by Queen')
  await expect(alert.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
  const dukes = duke.page.getByTestId('alert').filter({ hasText: 'Critical errors are unresolved' }).first()
  await expect(dukes).toContainText('Acknowledged by Queen')

  await dukes.getByRole('button', { name: 'Silence 8 h' }).click()
  await expect(alert).toContainText('Silenced until')
  await alert.getByRole('button', { name: 'End the silence' }).click()
  await expect(dukes.getByRole('button', { name: 'Silence 24 h' })).toBeVisible()

  const rule = page.getByTestId('alert-rule-queue')
  const threshold = rule.getByRole('textbox')
  await threshold.fill('0')
  await expect(rule).toContainText('Enter a whole number within the limits')
  await threshold.fill('600')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(duke.page.getByTestId('alert-rule-queue').getByRole('textbox')).toHaveValue('600')

  await page.getByRole('textbox', { name: 'Webhook' }).fill('http://hooks.example/')
  await page.getByRole('button', { name: 'Save Webhook' }).click()
  await expect(toast(page)).toContainText('Failed to save where alerts are sent')
  await page.getByRole('textbox', { name: 'Webhook' }).fill('https://hooks.example/alerts')
  await page.getByRole('button', { name: 'Save Webhook' }).click()
  await expect(page.getByLabel('Its secret')).toHaveValue(/^whsec_/)
  await expect(duke.page.getByRole('textbox', { name: 'Webhook' })).toHaveValue(
    'https://hooks.example/alerts',
  )
  await expect(duke.page.getByLabel('Its secret')).toBeHidden()
  await page.getByRole('textbox', { name: 'Webhook' }).fill('')
  await page.getByRole('button', { name: 'Save Webhook' }).click()
  await expect(toast(page)).toContainText('Webhook removed')

  const errors = page.getByTestId('alert-rule-errors').getByRole('switch')
  await errors.click()
  await expect(errors).not.toBeChecked()
  await inStore(judgeSoon)
  await expect(alert.getByText('Rule switched off')).toBeVisible({ timeout: 30_000 })
  await inStore((db) => db.collection('faults').deleteMany({ fingerprint: /^e2e-/ }))
  await errors.click()
  await expect(errors).toBeChecked()
})
