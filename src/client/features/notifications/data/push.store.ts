import type { PushSettingInput, PushView } from '#contract/notifications.push.ts'
import { api } from '#client/live/http.ts'
import { createSnapshot } from '#client/live/snapshot.ts'
import { workerAddress } from '#client/ui/trusted-types.ts'

/** The viewer's settings and devices of web push. */
export const pushSettings = createSnapshot<PushView>({ name: 'push', fetch: fetchPushes })

async function fetchPushes(signal?: AbortSignal): Promise<PushView> {
  const view = await api.get<PushView>('/api/notifications/push', undefined, signal)
  if (!view.devices.some(({ isThis }) => isThis)) return view
  const subscription = await ownSubscription()
  // With the permission a browser also forgets its subscription, and tells nobody.
  if (!subscription) return { ...view, devices: view.devices.filter(({ isThis }) => !isThis) }
  return isFor(view.publicKey, subscription) ? view : subscribe(view.publicKey)
}

/** Push services take nothing from another key of ours than the one that a subscription began with. */
const isFor = (publicKey: string, { options: { applicationServerKey } }: PushSubscription): boolean =>
  applicationServerKey !== null &&
  atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')) ===
    String.fromCharCode(...new Uint8Array(applicationServerKey))

/** At a visit: subscribes again where the server has replaced its key. */
export async function renewSubscription(): Promise<void> {
  if (await ownSubscription()) await fetchPushes()
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

export const onPushesUpdated = (): void => pushSettings.refresh()

/** Throws ApiError. */
export const changePush = async (input: PushSettingInput): Promise<void> =>
  pushSettings.apply(await api.patch<PushView>('/api/notifications/push', input))

/** What this browser can do. install: only for a page that is on the home screen (iPhone, iPad). */
export type PushAbility = 'able' | 'denied' | 'install' | 'unsupported'

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/**
 * Asks the browser, and sends pushes to it from now on. Resolves to false when the person says no. Rejects when the
 * browser's push service or ours does not answer.
 */
export async function switchPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(workerAddress())
  pushSettings.apply(await subscribe(publicKey))
  return true
}

async function subscribe(publicKey: string): Promise<PushView> {
  const { pushManager } = await navigator.serviceWorker.ready
  // An old subscription may belong to another key or another person.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  return api.put<PushView>('/api/notifications/push/device', { endpoint, keys })
}

/** Sends no more pushes to a device; if it is this one the browser forgets its subscription. Throws ApiError. */
export async function switchPushOff({ id, isThis }: Pick<PushView['devices'][number], 'id' | 'isThis'>) {
  pushSettings.apply(await api.delete<PushView>(`/api/notifications/push/devices/${id}`))
  if (isThis) await (await ownSubscription())?.unsubscribe()
}

/**
 * Closes what this device shows of notifications that were read, here or elsewhere. `ids` null: of all of them.
 * Without a service worker nothing is shown.
 */
export async function closeShown(ids: readonly string[] | null): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const { notificationId } = (shown.data ?? {}) as { notificationId?: string | null }
    if (ids === null || (notificationId && ids.includes(notificationId))) shown.close()
  }
}
