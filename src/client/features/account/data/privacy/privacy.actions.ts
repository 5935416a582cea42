import type { PrivacySettingsInput, PrivacySettingsView } from '#contract/account.privacy.ts'
import { consentWithdrawn } from '#client/live/counted.ts'
import { api } from '#client/live/http.ts'
import { PRIVACY_PATH, privacySettings } from './privacy.store.ts'

/** Saves changed settings (product section 7). Throws ApiError. */
export async function savePrivacy(change: PrivacySettingsInput): Promise<void> {
  const settings = await api.put<PrivacySettingsView>(PRIVACY_PATH, change)
  if (change.analyticsConsent === false) consentWithdrawn()
  if (privacySettings.current()) privacySettings.apply(settings)
}

/** Addresses of the viewer's personal data: as JSON, and as pages with their files. */
export const EXPORT_DATA = '/api/user/export-data'
export const EXPORT_PAGES = '/api/user/export-pages'
