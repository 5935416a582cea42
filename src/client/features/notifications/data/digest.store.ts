import type { RecoveryView } from '#contract/account.ts'
import type { DigestRhythm } from '#contract/notifications.constants.ts'
import type { DigestView } from '#contract/notifications.digest.ts'
import { api } from '#client/live/http.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** How often the viewer's unread notifications are mailed. */
export const digestSettings = createSnapshot<DigestView>({
  name: 'digest',
  fetch: (signal) => api.get('/api/notifications/digest', undefined, signal),
})

export const onDigestUpdated = (): void => digestSettings.refresh()

/** Null: never. Throws ApiError. */
export const setDigest = async (every: DigestRhythm | null): Promise<void> =>
  digestSettings.apply(await api.put<DigestView>('/api/notifications/digest', { every }))

/** Ends the mails by their link. Throws ApiError. */
export const endDigest = (token: string): Promise<RecoveryView> =>
  api.post<RecoveryView>(`/api/notifications/digest/end/${encodeURIComponent(token)}`)
