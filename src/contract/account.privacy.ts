import { z } from 'zod'
import { AGE_BANDS, MESSAGE_SENDERS } from './account.constants.ts'
import { MESSAGES } from './errors.ts'
import { Rev, Timestamp } from './primitives.ts'

const consents = {
  marketingConsent: z.boolean(),
  analyticsConsent: z.boolean(),
  personalizedAdsConsent: z.boolean(),
}

/** Signs between two people who write to each other. Who switches one off neither sends nor sees it. */
const signs = {
  /** How far each has read. */
  readReceipts: z.boolean(),
  /** That the other one is typing. */
  typingSigns: z.boolean(),
}

/**
 * GET and PUT /api/user/privacy-settings, and `privacy:updated` (product section 3). `rev` is the account's.
 */
export const PrivacySettingsView = z
  .object({
    ...consents,
    /** Who may begin a conversation with the person, and what the person may choose. */
    messagesFrom: z.enum(MESSAGE_SENDERS),
    messagesFromChoices: z.array(z.enum(MESSAGE_SENDERS)),
    ...signs,
    email: z.string(),
    handle: z.string(),
    createdAt: Timestamp,
    /** Null: unknown, because it was changed before this was recorded. */
    lastLoginAt: Timestamp.nullable(),
    /** The accepted versions and the age band; null where they were not recorded. */
    agreed: z
      .object({
        ageBand: z.enum(AGE_BANDS).nullable(),
        terms: z.string().nullable(),
        privacy: z.string().nullable(),
        at: Timestamp,
      })
      .nullable(),
    rev: Rev,
  })
  .meta({ id: 'PrivacySettings' })
export type PrivacySettingsView = z.infer<typeof PrivacySettingsView>

/** PUT /api/user/privacy-settings: the one that changes (product section 7), or several. */
export const PrivacySettingsInput = z
  .object({ ...consents, messagesFrom: z.enum(MESSAGE_SENDERS), ...signs })
  .partial()
  .refine((input) => Object.keys(input).length > 0, MESSAGES.invalidInput)
  .meta({ id: 'PrivacySettingsInput' })
export type PrivacySettingsInput = z.infer<typeof PrivacySettingsInput>
