import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { Rev } from './primitives.ts'

/** GET and PUT /api/user/privacy-settings, and `privacy:updated`. `rev` is the account's. */
export const PrivacySettingsView = z
  .object({ marketingConsent: z.boolean(), analyticsConsent: z.boolean(), personalizedAdsConsent: z.boolean(), rev: Rev })
  .meta({ id: 'PrivacySettings' })
export type PrivacySettingsView = z.infer<typeof PrivacySettingsView>

/** PUT /api/user/privacy-settings: the one consent that changes (product section 7), or several. */
export const PrivacySettingsInput = PrivacySettingsView.omit({ rev: true })
  .partial()
  .refine((input) => Object.keys(input).length > 0, SENTENCES.invalidInput)
  .meta({ id: 'PrivacySettingsInput' })
export type PrivacySettingsInput = z.infer<typeof PrivacySettingsInput>
