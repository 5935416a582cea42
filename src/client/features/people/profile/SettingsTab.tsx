import { ProfileSettings } from './ProfileSettings.tsx'

/** What one may change on one's own profile; /settings has more cards. */
export const SettingsTab = () => <ProfileSettings />
