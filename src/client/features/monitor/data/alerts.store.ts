import type {
  AlertChannelsInput,
  AlertRuleInput,
  AlertsView,
  WebhookTestView,
  WebhookView,
} from '#contract/monitor.alerts.ts'
import type { AlertFormat, AlertRule, SILENCE_HOURS } from '#contract/monitor.alerts.constants.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** Alerts, rules and where alerts are sent. All of this is for admins only, and every write throws ApiError. */
export const alerts = createSnapshot<AlertsView>({
  name: 'alerts',
  fetch: (signal) => api.get('/api/ai-monitor/alerts', undefined, signal),
  version: ({ updatedAt }) => updatedAt,
})

export const onAlertsUpdated = ({ alerts: view }: LiveEvent<'alerts:updated'>): void => alerts.apply(view)

export const acknowledgeAlert = async (id: string): Promise<void> =>
  alerts.apply(await api.post<AlertsView>(`/api/ai-monitor/alerts/${id}/acknowledge`))

/** Null ends the silence. */
export const silenceAlert = async (id: string, hours: (typeof SILENCE_HOURS)[number] | null): Promise<void> =>
  alerts.apply(await api.post<AlertsView>(`/api/ai-monitor/alerts/${id}/silence`, { hours }))

export const saveRule = async (rule: AlertRule, input: AlertRuleInput): Promise<void> =>
  alerts.apply(await api.put<AlertsView>(`/api/ai-monitor/alert-rules/${rule}`, input))

export const saveChannels = async (channels: AlertChannelsInput): Promise<void> =>
  alerts.apply(await api.patch<AlertsView>('/api/ai-monitor/alert-channels', channels))

/** The answer is the only one with the secret. */
export async function saveWebhook(url: string | null, format: AlertFormat): Promise<WebhookView> {
  const answer = await api.put<WebhookView>('/api/ai-monitor/alert-webhook', { url, format })
  await alerts.load()
  return answer
}

export const testWebhook = () => api.post<WebhookTestView>('/api/ai-monitor/alert-webhook/test')
