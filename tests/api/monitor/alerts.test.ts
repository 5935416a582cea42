import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntryView } from '#contract/admin.ts'
import type { AlertsView, AlertView, WebhookTestView, WebhookView } from '#contract/monitor.alerts.ts'
import { ALERT_MESSAGES, type AlertRule } from '#contract/monitor.alerts.constants.ts'
import { VERSION } from '#server/platform/version.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { outbox } from '#tests/support/mail.ts'
import { openPushBrowser, subscribedBrowser, type PushBrowser } from '#tests/support/push-service.ts'
import { startTestServer, withSettings, type SharedServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const HOOK = 'https://hooks.test/alerts'

/** A host inside of the operator's network, which is allowed. */
let inside: Server
let own: string
let server: SharedServer
let king: Person
let ann: Person
let phone: PushBrowser
const posted: { req: IncomingMessage; body: string }[] = []
/** What the webhook answers; first ones first, then 204. */
const answers: number[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { internet } = server
  internet.pages.set('/alerts', (req, res) => {
    void text(req).then((body) => {
      posted.push({ req, body })
      res.writeHead(answers.shift() ?? 204).end()
    })
  })
  inside = createServer((req, res) => {
    void text(req).then((body) => {
      posted.push({ req, body })
      res.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  own = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  const annsPhone = openPushBrowser(internet)
  await ann.put('/notifications/push/device', annsPhone.subscription)
  return withSettings({ ALERT_HOSTS: ['alertmanager.internal:9093', new URL(own).host] })
})
afterAll(async () => {
  await beginRounds()
  await server.close()
  inside.close()
})

const models = () => import('#server/features/monitor/alerts/alerts.model.ts')
const view = async () => (await king.get<AlertsView>('/ai-monitor/alerts')).body
const ofRule = async (rule: AlertRule) => (await view()).alerts.filter((alert) => alert.rule === rule)

/** One round, in which every figure but these is nought. */
async function round(
  values: Partial<Record<AlertRule, number>> = {},
  detail = '',
  now = Date.now(),
): Promise<void> {
  const { judgeRules } = await import('#server/features/monitor/alerts/alert-rounds.ts')
  await judgeRules(now, async (rule) => ({ value: values[rule] ?? 0, detail }))
}
/** One round in which a process has crashed at this moment. */
async function crashRound(at: Date, now: number): Promise<void> {
  const { judgeRules } = await import('#server/features/monitor/alerts/alert-rounds.ts')
  await judgeRules(now, async (rule) => ({ value: rule === 'crash' ? 1 : 0, detail: '', newest: at }))
}
const calmDown = async () => {
  for (let at = 0; at < 4; at += 1) await round()
}
const mails = async (about: string) =>
  (await outbox(process.env['DATA_DIR']!, king.email)).filter(({ subject }) => subject?.includes(about))
/** Nothing about alerts waits to be sent. */
const sent = async () => {
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  await until(
    'every message is sent',
    async () =>
      (await JobModel.collection.countDocuments({
        kind: { $in: ['mail:alert', 'alert:webhook', 'push:alert'] },
      })) === 0,
  )
}

/** The periodic rounds of the server itself would judge real figures in between. */
async function stopRounds(): Promise<void> {
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  await JobModel.collection.deleteMany({ kind: 'alerts' })
}
async function beginRounds(): Promise<void> {
  const { jobKinds } = await import('#server/platform/jobs/job-kinds.ts')
  const { reviveJobs } = await import('#server/platform/jobs/job-upkeep.ts')
  await reviveJobs([jobKinds.get('alerts')!])
}

beforeEach(async () => {
  await stopRounds()
  const { AlertModel, AlertRuleModel } = await models()
  await Promise.all([AlertModel.deleteMany(), AlertRuleModel.deleteMany()])
  await sent()
  posted.length = 0
  phone = await subscribedBrowser(server.internet, king)
})

describe('[L47] An alert', () => {
  it('opens and is resolved by itself, with one mail, one webhook call and one push for each', async () => {
    const { secret } = (await king.put<WebhookView>('/ai-monitor/alert-webhook', { url: HOOK })).body
    await round({ health: 1 }, 'folders: a disk is full')
    for (let again = 0; again < 5; again += 1) await round({ health: 2 }, 'folders: a disk is full')
    const [open, ...none] = (await view()).alerts
    expect(none).toEqual([])
    expect(open).toMatchObject({
      rule: 'health',
      value: 2,
      peak: 2,
      threshold: 1,
      detail: 'folders: a disk is full',
      acknowledgedAt: null,
      resolvedAt: null,
    })
    await sent()
    const [opening, ...noMore] = await mails('A part of the house is broken')
    expect(noMore).toEqual([])
    expect(opening!.text).toContain('folders: a disk is full')
    expect(opening!.text).toContain('/ai-monitor?tab=alerts')
    const reporter = `${hostname()}:${process.pid}, version ${VERSION}`
    expect(open!.reporter).toBe(reporter)
    expect(opening!.text).toContain(`Reported by ${reporter}.`)
    expect(phone.received.map(({ payload }) => payload)).toEqual([
      {
        tag: expect.stringMatching(/^alert-[\w-]{26}$/),
        title: 'A part of the house is broken: 1',
        body: '',
        path: '/ai-monitor?tab=alerts',
        notificationId: null,
        count: 0,
        open: null,
      },
    ])
    expect(posted).toHaveLength(1)
    const [{ req, body }] = posted as [(typeof posted)[0]]
    const [id, at, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(req.headers[`webhook-${name}`]),
    ) as [string, string, string]
    const key = Buffer.from(secret!.replace('whsec_', ''), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert.opened',
      data: {
        id: open!.id,
        rule: 'health',
        threshold: 1,
        detail: 'folders: a disk is full',
        reporter,
        resolvedAt: null,
      },
    })

    await calmDown()
    await round()
    expect((await view()).alerts).toMatchObject([{ id: open!.id, resolvedHow: 'calm', peak: 2, value: 0 }])
    await sent()
    expect(await mails('Over: A part of the house is broken')).toHaveLength(1)
    expect(posted.map((one) => JSON.parse(one.body).type)).toEqual(['alert.opened', 'alert.resolved'])
    // It replaces the first one on the device.
    expect(new Set(phone.received.map(({ payload }) => payload.tag)).size).toBe(1)
    expect(phone.received.map(({ payload }) => payload.title)).toEqual([
      'A part of the house is broken: 1',
      'Over: A part of the house is broken',
    ])
    expect(await outbox(process.env['DATA_DIR']!, ann.email)).toEqual([])
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it('opens once, however many rounds see it at the same moment', async () => {
    await Promise.all(Array.from({ length: 6 }, () => round({ errors: 3 })))
    expect(await ofRule('errors')).toHaveLength(1)
    await sent()
    expect(phone.received).toHaveLength(1)
  })

  it('is acknowledged by the first admin who says so, and not by its end', async () => {
    await round({ reports: 40 })
    const [alert] = await ofRule('reports')
    const path = `/ai-monitor/alerts/${alert!.id}/acknowledge`
    const { alerts } = (await king.post<AlertsView>(path)).body
    expect(alerts[0]!.acknowledgedBy).toMatchObject({ id: king.id, handle: 'king' })
    const { acknowledgedAt } = alerts[0]!
    expect((await king.post<AlertsView>(path)).body.alerts[0]).toMatchObject({ acknowledgedAt })
    const entries = (await king.get<AuditEntryView[]>('/admin/audit?action=alert.acknowledge')).body
    expect(entries.map(({ after }) => after)).toEqual([{ rule: 'reports' }])
    await calmDown()
    expect((await king.post(path)).status).toBe(200)
    expect((await ofRule('reports'))[0]).toMatchObject({ acknowledgedAt, resolvedHow: 'calm' })
    expect((await king.post('/ai-monitor/alerts/0123456789abcdef01234567/acknowledge')).status).toBe(404)
  })

  it('that is silenced sends nothing, and is reported when it is still open afterwards', async () => {
    await round({ queue: 400 })
    await round({ queue: 400 })
    const [alert] = await ofRule('queue')
    await sent()
    expect(phone.received).toHaveLength(1)
    const silenced = await king.post<AlertsView>(`/ai-monitor/alerts/${alert!.id}/silence`, { hours: 1 })
    const { silencedUntil } = silenced.body.rules.find(({ rule }) => rule === 'queue')!
    expect(Date.parse(silencedUntil!) - Date.now()).toBeGreaterThan(59 * 60_000)
    await calmDown()
    await round({ queue: 500 })
    await round({ queue: 500 })
    await sent()
    expect(await ofRule('queue')).toHaveLength(2)
    expect(phone.received).toHaveLength(1)

    await round({ queue: 500 }, '', Date.now() + 61 * 60_000)
    await round({ queue: 500 }, '', Date.now() + 62 * 60_000)
    await sent()
    expect(phone.received.map(({ payload }) => payload.title)).toEqual([
      'Jobs wait too long: 400 s',
      'Jobs wait too long: 500 s',
    ])
    expect((await king.post(`/ai-monitor/alerts/${alert!.id}/silence`, { hours: 2 })).status).toBe(400)
    const ended = await king.post<AlertsView>(`/ai-monitor/alerts/${alert!.id}/silence`, { hours: null })
    expect(ended.body.rules.every((rule) => rule.silencedUntil === null)).toBe(true)
  })

  it('ends quietly when its rule is switched off, and the threshold decides when it opens', async () => {
    await round({ signUps: 50 })
    await sent()
    expect((await king.put('/ai-monitor/alert-rules/signUps', { on: false, threshold: 70 })).status).toBe(200)
    await round({ signUps: 90 })
    expect((await ofRule('signUps'))[0]).toMatchObject({ resolvedHow: 'off' })
    await king.put('/ai-monitor/alert-rules/signUps', { on: true, threshold: 70 })
    await round({ signUps: 69 })
    expect(await ofRule('signUps')).toHaveLength(1)
    await round({ signUps: 70 })
    await sent()
    expect((await ofRule('signUps')).map(({ threshold }) => threshold)).toEqual([70, 50])
    expect(phone.received).toHaveLength(2)
    for (const wrong of [0, 1.5, 100_001, 'many'])
      expect((await king.put('/ai-monitor/alert-rules/signUps', { on: true, threshold: wrong })).status).toBe(
        400,
      )
    expect((await king.put('/ai-monitor/alert-rules/weather', { on: true, threshold: 1 })).status).toBe(404)
  })
})

describe('The channels', () => {
  it('can be switched off one by one', async () => {
    await king.patch('/ai-monitor/alert-channels', { mail: false })
    await round({ reports: 99 })
    await sent()
    expect(await mails('Many reports at once: 99')).toEqual([])
    expect(phone.received).toHaveLength(1)
    await calmDown()
    await king.patch('/ai-monitor/alert-channels', { mail: true, push: false })
    await round({ reports: 77 })
    await sent()
    expect(await mails('Many reports at once: 77')).toHaveLength(1)
    expect((await view()).channels).toEqual({ mail: true, push: false, webhook: null, format: 'standard' })
    await king.patch('/ai-monitor/alert-channels', { push: true })
  })

  it('say no more than the admin lets a push say', async () => {
    await king.patch('/notifications/push', { preview: 'nothing' })
    await round({ crash: 1 })
    await sent()
    expect(phone.received[0]!.payload).toMatchObject({
      title: 'Royal Flush',
      body: 'The herald has news for you.',
    })
    await king.patch('/notifications/push', { preview: 'who' })
  })

  it('post to the webhook again when it fails, with the same id', async () => {
    const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
    await king.put('/ai-monitor/alert-webhook', { url: HOOK })
    answers.push(503)
    await round({ errors: 1 })
    await until('it has failed once', async () =>
      Boolean(await JobModel.collection.findOne({ kind: 'alert:webhook', failures: 1 })),
    )
    await JobModel.collection.updateOne({ kind: 'alert:webhook' }, { $set: { dueAt: new Date() } })
    await until('it is posted again', () => posted.length === 2)
    await sent()
    expect(posted[0]!.req.headers['webhook-id']).toBe(posted[1]!.req.headers['webhook-id'])
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it('can be tried: the webhook gets a signed message that is no alert', async () => {
    const tried = async () => (await king.post<WebhookTestView>('/ai-monitor/alert-webhook/test')).body
    expect((await king.post('/ai-monitor/alert-webhook/test')).status).toBe(404)
    await king.put('/ai-monitor/alert-webhook', { url: HOOK })
    expect(await tried()).toEqual({ ok: true, detail: 'It answered 204.' })
    expect(JSON.parse(posted[0]!.body)).toMatchObject({ type: 'alert.test' })
    answers.push(500)
    expect(await tried()).toEqual({ ok: false, detail: 'It answered 500.' })
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it.each(['https://me:secret@hooks.test/', 'hooks.test', 'https://', 'ftp://hooks.test/'])(
    'refuse %s as a webhook',
    async (url) => expect((await king.put('/ai-monitor/alert-webhook', { url })).status).toBe(400),
  )

  it.each([
    'http://hooks.test/alerts',
    'https://hooks.test:8443/',
    'https://127.0.0.1/hook',
    'https://10.0.0.5/hook',
    'https://[::1]/',
    'https://alertmanager/',
    'http://alertmanager.internal/',
    'http://alertmanager.internal:9094/',
  ])('refuse %s, which can never work, in words', async (url) => {
    const { status, text: words } = await king.put('/ai-monitor/alert-webhook', { url })
    expect([status, words]).toEqual([400, ALERT_MESSAGES.closed])
  })

  it('may be a host inside, by http, when the setting names it', async () => {
    const inner = 'http://alertmanager.internal:9093/api/v2/alerts'
    expect((await king.put('/ai-monitor/alert-webhook', { url: inner })).status).toBe(200)
    expect((await king.put('/ai-monitor/alert-webhook', { url: `${own}/hook` })).status).toBe(200)
    const { body } = await king.post<WebhookTestView>('/ai-monitor/alert-webhook/test')
    expect(body).toEqual({ ok: true, detail: 'It answered 204.' })
    expect(posted[0]!.req.url).toBe('/hook')
    expect(posted[0]!.req.headers.host).toBe(new URL(own).host)
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it('speak as Alertmanager wants it, and again every five minutes while the alert is open', async () => {
    await king.put('/ai-monitor/alert-webhook', { url: `${own}/api/v2/alerts`, format: 'alertmanager' })
    expect((await view()).channels).toMatchObject({ format: 'alertmanager' })
    const now = Date.now()
    for (const minutes of [0, 4, 5, 9, 10]) await round({ errors: 7 }, 'a detail', now + minutes * 60_000)
    await sent()
    expect(posted).toHaveLength(3)
    await calmDown()
    await sent()
    const messages = posted.map(({ body }) => JSON.parse(body)[0])
    expect(messages).toHaveLength(4)
    expect(messages[0]).toMatchObject({
      labels: {
        alertname: 'Critical errors are unresolved',
        rule: 'errors',
        severity: 'warning',
        site: new URL(server.url).host,
      },
      annotations: {
        summary: 'Critical errors are unresolved: 7',
        description: expect.stringContaining('a detail'),
      },
      startsAt: new Date(now).toISOString(),
      generatorURL: `${server.url}/ai-monitor?tab=alerts`,
    })
    expect(messages[0].annotations.description).toContain(`version ${VERSION}`)
    expect(new Set(messages.map(({ labels }) => JSON.stringify(labels))).size, 'one alert').toBe(1)
    expect(messages.map(({ endsAt }) => Date.parse(endsAt) > Date.now())).toEqual([true, true, true, false])
    expect(await mails('Critical errors are unresolved: 7'), 'one mail').toHaveLength(1)
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it('speak as Slack, Mattermost and ntfy want it', async () => {
    await king.put('/ai-monitor/alert-webhook', { url: `${own}/slack`, format: 'slack' })
    await round({ disk: 97 }, 'web-1:4711, version 0.2.0')
    await sent()
    const { text: words } = JSON.parse(posted[0]!.body)
    expect(words).toMatch(/^Royal Flush: A disk is almost full: 97 %\n/)
    for (const part of ['web-1:4711', `version ${VERSION}`, '/ai-monitor?tab=alerts'])
      expect(words).toContain(part)
    await king.put('/ai-monitor/alert-webhook', { url: `${own}/our-topic`, format: 'ntfy' })
    await calmDown()
    await sent()
    const { req, body } = posted[1]!
    const encoded = /^=\?UTF-8\?B\?(.+)\?=$/.exec(String(req.headers['title']))![1]!
    expect(Buffer.from(encoded, 'base64').toString()).toBe('Royal Flush: Over: A disk is almost full')
    expect(req.headers['click']).toBe(`${server.url}/ai-monitor?tab=alerts`)
    expect(body).toContain('97 % at its worst')
    for (const format of ['slack', 'ntfy', 'alertmanager', 'standard'])
      expect((await king.put('/ai-monitor/alert-webhook', { url: `${own}/x`, format })).status).toBe(200)
    expect((await king.put('/ai-monitor/alert-webhook', { url: own, format: 'fax' })).status).toBe(400)
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it('tell of further crashes while the alert is open, at most every five minutes', async () => {
    const now = Date.now()
    const at = (minutes: number) => new Date(now + minutes * 60_000)
    await crashRound(at(0), now)
    await crashRound(at(1), now + 2 * 60_000)
    await sent()
    expect(phone.received).toHaveLength(1)
    await crashRound(at(2), now + 5 * 60_000)
    await crashRound(at(2), now + 20 * 60_000)
    await crashRound(at(21), now + 21 * 60_000)
    await sent()
    expect(await mails('Again: A server process died')).toHaveLength(2)
    expect(await ofRule('crash')).toHaveLength(1)
  })

  it('never post to an address that is not public any more, and the monitor says so', async () => {
    await king.put('/ai-monitor/alert-webhook', { url: HOOK })
    // It was allowed when it was saved.
    const { SiteSettingModel } = await import('#server/shared/site-settings/site-settings.model.ts')
    const { seal } = await import('#server/platform/sealed.ts')
    const url = 'https://127.0.0.1/hook'
    const sealedSecret = seal('alert-webhooks', 'whsec_AAAA', `alert-webhook ${url}`)
    await SiteSettingModel.updateOne({ _id: 'alerts' }, { $set: { 'value.webhook': { url, sealedSecret } } })
    await until('it is known', async () => (await view()).channels.webhook === url)
    await round({ errors: 1 })
    await sent()
    await until('the monitor knows', async () =>
      JSON.stringify((await king.get('/ai-monitor/status')).body).includes('no public host'),
    )
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })

  it('keep the secret out of the store, of later answers and of the audit log', async () => {
    const { secret } = (
      await king.put<WebhookView>('/ai-monitor/alert-webhook', { url: `${HOOK}?token=t0ken` })
    ).body
    const { SiteSettingModel } = await import('#server/shared/site-settings/site-settings.model.ts')
    expect(JSON.stringify(await SiteSettingModel.find().lean())).not.toContain(secret)
    expect(JSON.stringify(await view())).not.toContain(secret)
    const log = JSON.stringify((await king.get('/admin/audit')).body)
    expect(log).toContain('hooks.test')
    expect(log).not.toContain('t0ken')
    await king.put('/ai-monitor/alert-webhook', { url: null })
  })
})

describe('The figures', () => {
  const read = async (rule: AlertRule) => {
    const { measureRule } = await import('#server/features/monitor/alerts/alert-readings.ts')
    return measureRule(rule, Date.now())
  }

  it('count crashes once for each process, whoever notices them', async () => {
    const { bus } = await import('#server/platform/bus.ts')
    bus.emit('process:died', { process: 'one', words: 'It fell silent' })
    await bus.settled()
    bus.emit('process:died', { process: 'one', words: 'TypeError: no seat' })
    bus.emit('process:died', { process: 'two', words: 'It fell silent' })
    await bus.settled()
    expect((await read('crash'))!.value).toBe(2)
    const { AlertRuleModel } = await models()
    const { crashes } = (await AlertRuleModel.findById('crash').lean())!
    expect(crashes!.find(({ process }) => process === 'one')!.words).toBe('TypeError: no seat')
    // The round is asked for at once, so that an admin is notified of a crash soon.
    await until('the alert is open', async () => (await ofRule('crash')).length === 1)
  })

  it('count critical errors that are open, without tests and crashes', async () => {
    const { ErrorGroupModel } = await import('#server/features/monitor/error-groups.model.ts')
    const before = (await read('errors'))!.value
    const group = (fingerprint: string, more: object) => ({
      fingerprint,
      source: 'server',
      type: 'database',
      severity: 'CRITICAL',
      message: 'MongoNetworkError: gone',
      firstSeen: new Date(),
      lastSeen: new Date(),
      ...more,
    })
    await ErrorGroupModel.insertMany([
      group('a', {}),
      group('b', { test: true }),
      group('c', { resolved: true }),
      group('d', { during: 'the process ended by it' }),
      group('e', { severity: 'HIGH' }),
    ])
    expect(await read('errors')).toEqual({ value: before + 1, detail: 'MongoNetworkError: gone' })
    await ErrorGroupModel.deleteMany()
  })

  it('say which processes are without Redis or bucket, whose disk is full and whose clock is wrong', async () => {
    const { PipeModel } = await import('#server/features/monitor/server-map/pipes.model.ts')
    const pipe = (name: string, surroundings: object) => ({
      _id: name,
      name,
      at: new Date(),
      startedAt: new Date(),
      surroundings: { version: '9.9.9', conditions: [], clock: 0, disk: 10, redis: null, ...surroundings },
    })
    await PipeModel.collection.insertMany([
      pipe('a:1', { conditions: ['redis'], disk: 100 }),
      pipe('b:2', { conditions: ['split', 'clock'], clock: 3600 }),
      { ...pipe('c:3', {}), surroundings: undefined },
    ] as never[])
    expect(await read('redis')).toEqual({ value: 2, detail: 'a:1, version 9.9.9; b:2, version 9.9.9' })
    expect(await read('bucket'), 'there is none').toBeNull()
    expect(await read('disk')).toEqual({ value: 100, detail: 'a:1, version 9.9.9' })
    expect(await read('clock')).toEqual({ value: 3600, detail: 'b:2, version 9.9.9' })
    const { bus } = await import('#server/platform/bus.ts')
    bus.emit('process:died', { process: 'a:1', words: 'It fell silent' })
    await bus.settled()
    expect((await read('crash'))!.detail).toBe('a:1, version 9.9.9: It fell silent')
    await PipeModel.collection.deleteMany({ _id: { $in: ['a:1', 'b:2', 'c:3'] } } as never)
  })

  it('count dead jobs, and the days since the last backup', async () => {
    const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
    expect((await read('deadJobs'))!.value).toBe(0)
    await JobModel.collection.insertOne({
      kind: 'push',
      key: 'dead',
      state: 'dead',
      diedAt: new Date(),
    })
    expect(await read('deadJobs')).toEqual({ value: 1, detail: 'push' })
    await JobModel.collection.deleteOne({ key: 'dead' })
    expect(await read('backup'), 'no backup is needed where nobody is in public').toBeNull()
    const { writeSetting } = await import('#server/shared/site-settings/site-settings.store.ts')
    await writeSetting('backup', { at: new Date(Date.now() - 9.5 * 86_400_000).toISOString() })
    expect(await read('backup')).toEqual({ value: 9, detail: '' })
  })

  it('measure the oldest due job, and count new accounts with what is usual', async () => {
    expect((await read('queue'))!.value).toBeLessThan(60)
    expect((await read('signUps'))!).toMatchObject({ value: 2, usual: 0 })
    expect((await read('reports'))!).toMatchObject({ value: 0, usual: 0 })
  })

  it('are read through indexes', async () => {
    const { newestAlerts, openAlerts } = await import('#server/features/monitor/alerts/alerts.service.ts')
    await round({ errors: 1, health: 1, reports: 30 })
    expectIndexed(await readsOf(newestAlerts))
    expectIndexed(await readsOf(openAlerts))
    const { countReportsSince } = await import('#server/features/moderation/reports/reports-admin.ts')
    expectIndexed(await readsOf(() => countReportsSince(new Date(0))))
  })
})

it('The alerts are for admins alone: moderators see none', async () => {
  const { setModerator } = await import('#server/features/people/users/admin-people.service.ts')
  await setModerator(ann.id, true)
  expect((await ann.get('/ai-monitor/alerts')).status).toBe(403)
  expect((await ann.get('/ai-monitor/wall')).status).toBe(403)
  expect((await visitor(server).get('/ai-monitor/alerts')).status).toBe(401)
})

it('Who acknowledged an alert is forgotten with their account', async () => {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  const duke = await person(server, 'duke')
  await setAdmin(duke.id, true)
  await round({ errors: 1 })
  const [alert] = await ofRule('errors')
  await duke.post(`/ai-monitor/alerts/${alert!.id}/acknowledge`)
  expect((await duke.delete('/user/delete-account')).status).toBeLessThan(300)
  const { AlertModel } = await models()
  await until(
    'the name is gone',
    async () => (await AlertModel.findById(alert!.id).lean())!.acknowledgedBy === undefined,
  )
  const [left] = await ofRule('errors')
  expect(left).toMatchObject({ acknowledgedBy: null } satisfies Partial<AlertView>)
  expect(left!.acknowledgedAt).not.toBeNull()
})
