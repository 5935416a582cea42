import { createStore } from '#client/live/create-store.ts'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'

/** What the viewer has agreed to; null until the server has said so. */
export const usePrivacy = createStore<{ settings: PrivacySettingsView | null }>(() => ({ settings: null }))

/** Newer ones win (LIVE L2). */
export const takePrivacy = (settings: PrivacySettingsView): void =>
  usePrivacy.setState((held) => (held.settings && held.settings.rev > settings.rev ? held : { settings }))

export const forgetPrivacy = (): void => usePrivacy.setState({ settings: null })
