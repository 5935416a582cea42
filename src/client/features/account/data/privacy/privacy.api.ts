import type { PrivacySettingsInput, PrivacySettingsView } from '#contract/account.privacy.ts'
import { api } from '#client/live/http.ts'

const PATH = '/api/user/privacy-settings'

export const fetchPrivacy = () => api.get<PrivacySettingsView>(PATH)

/** One changed consent (product section 7). */
export const putPrivacy = (change: PrivacySettingsInput) => api.put<PrivacySettingsView>(PATH, change)

/** Where everything the house knows of the viewer comes from: as data, and as pages with their files. */
export const EXPORT_DATA = '/api/user/export-data'
export const EXPORT_PAGES = '/api/user/export-pages'
