import { z } from 'zod'
import {
  AlertChannelsInput,
  AlertRuleInput,
  AlertsView,
  SilenceInput,
  WebhookInput,
  WebhookTestView,
  WebhookView,
} from '#contract/monitor.alerts.ts'
import { ALERT_RULES } from '#contract/monitor.alerts.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { Id } from '#contract/primitives.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { assertReachable, tryWebhook } from './alert-webhook.ts'
import { acknowledge, alertsView, silence } from './alerts.service.ts'
import { changeChannels, changeRule, changeWebhook } from './alert-settings.ts'

const admin = routesOf({ tag: 'monitor', access: 'admin' })
const testRate = rateLimit('webhookTests', 10, 60)
const OneAlert = z.object({ id: Id })
const OneRule = z.object({ rule: z.enum(ALERT_RULES, MESSAGES.notFound) })

export const alertRoutes = [
  admin.get('/ai-monitor/alerts', {
    summary: 'Open alerts, those of the last 30 days, the rules and where alerts are sent',
    limit: 'read',
    answers: { 200: AlertsView },
    handle: () => alertsView(),
  }),
  admin.post('/ai-monitor/alerts/:id/acknowledge', {
    summary: 'Say that one looks after an open alert',
    limit: 'write',
    params: OneAlert,
    answers: { 200: AlertsView },
    handle: ({ viewer, params }) => acknowledge(viewer, params.id),
  }),
  admin.post('/ai-monitor/alerts/:id/silence', {
    summary: "Send nothing about this alert's rule for some hours, or end that",
    limit: 'write',
    proof: 'recent',
    params: OneAlert,
    body: SilenceInput,
    answers: { 200: AlertsView },
    handle: ({ viewer, params, body }) => silence(viewer, params.id, body.hours),
  }),
  admin.put('/ai-monitor/alert-rules/:rule', {
    summary: 'Switch a rule of the alerts, or change its threshold',
    limit: 'write',
    proof: 'recent',
    params: OneRule,
    body: AlertRuleInput,
    answers: { 200: AlertsView },
    async handle({ viewer, params, body }) {
      await changeRule(viewer, params.rule, body)
      return alertsView()
    },
  }),
  admin.patch('/ai-monitor/alert-channels', {
    summary: 'Switch the mails and the pushes about alerts, for all admins',
    limit: 'write',
    proof: 'recent',
    body: AlertChannelsInput,
    answers: { 200: AlertsView },
    async handle({ viewer, body }) {
      await changeChannels(viewer, body)
      return alertsView()
    },
  }),
  admin.put('/ai-monitor/alert-webhook', {
    summary: 'Set the address that alerts are posted to; answers the secret that signs them, once',
    limit: 'write',
    proof: 'recent',
    body: WebhookInput,
    answers: { 200: WebhookView },
    async handle({ viewer, body }) {
      if (body.url !== null) await assertReachable(body.url)
      return changeWebhook(viewer, body)
    },
  }),
  admin.post('/ai-monitor/alert-webhook/test', {
    summary: 'Post a signed message that is no alert to the webhook, and answer what came of it',
    limit: testRate,
    answers: { 200: WebhookTestView },
    handle: () => tryWebhook(),
  }),
]
