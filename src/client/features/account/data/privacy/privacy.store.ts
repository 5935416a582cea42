import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import { consentWithdrawn } from '#client/live/counted.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

export const PRIVACY_PATH = '/api/user/privacy-settings'

/** The viewer's consents. */
export const privacySettings = createSnapshot<PrivacySettingsView>({
  name: 'privacy',
  fetch: (signal) => api.get(PRIVACY_PATH, undefined, signal),
  version: ({ rev }) => rev,
})

export function onPrivacyUpdated({ settings }: LiveEvent<'privacy:updated'>): void {
  if (!settings.analyticsConsent) consentWithdrawn()
  if (privacySettings.current()) privacySettings.apply(settings)
}
