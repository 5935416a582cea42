import type { PushPayload } from '#contract/notifications.push.constants.ts'
import { logger } from '#server/platform/logger.ts'
import { ForbiddenAddress } from '#server/platform/outbound/guarded-fetch.ts'
import { guardedPost } from '#server/platform/outbound/guarded-post.ts'
import { clock } from '#server/platform/clock.ts'
import { authorizationFor } from './push-keys.ts'
import type { PushDeviceDocument } from './push.model.ts'

/** Of one request, ms. */
const TIME_MS = 10_000
/** How long a push service keeps it for a device that is switched off, s. */
const KEPT_SECONDS = 24 * 3600
/** The longest that a push service may make us wait, ms. */
const MAX_WAIT_MS = 3600_000
/**
 * The subscription is over (RFC 8030). Not 401 and 403: they are about our keys or our address (RFC 8292), and one
 * wrong setting would remove every device.
 */
const GONE: ReadonlySet<number> = new Set([404, 410])

/** sent: the service has it. gone: the device is closed. refused: never try it again. Or when to try it again. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | { againAfterMs: number }

export interface PushRequest {
  payload: PushPayload
  urgency: 'low' | 'normal' | 'high'
  signal: AbortSignal
}

/** Encrypts a push for one device and sends it. Throws when its service is away: the job tries again. */
export async function sendPush(device: PushDeviceDocument, request: PushRequest): Promise<PushOutcome> {
  const { payload, urgency, signal } = request
  if (device.outdated) return 'refused'
  const { default: webpush } = await import('web-push')
  const { headers, body } = webpush.generateRequestDetails(device, JSON.stringify(payload), {
    headers: { Authorization: await authorizationFor(new URL(device.endpoint).origin) },
    contentEncoding: 'aes128gcm',
    TTL: KEPT_SECONDS,
    topic: payload.tag,
    urgency,
  })
  try {
    return outcomeOf(
      await guardedPost(device.endpoint, {
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)]),
      }),
    )
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error
    logger.warn({ reason: error.message }, 'a device was removed: its push service is no public address')
    return 'gone'
  }
}

function outcomeOf({ statusCode = 0, headers }: Awaited<ReturnType<typeof guardedPost>>): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return 'sent'
  if (GONE.has(statusCode)) return 'gone'
  if (statusCode === 429 || statusCode >= 500) {
    const againAfterMs = waitOf(headers['retry-after'])
    if (againAfterMs !== null) return { againAfterMs }
    throw new Error(`A push service answered ${statusCode}`)
  }
  logger.warn({ status: statusCode }, 'a push service refused a push')
  return 'refused'
}

/** Seconds or a date (RFC 9110); null for neither. */
function waitOf(header: string | undefined): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clock.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_WAIT_MS)
}
