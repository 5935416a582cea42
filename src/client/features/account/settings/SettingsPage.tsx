import { TITLES } from '#contract/site.page-titles.ts'
import { ProfileSettings } from '#client/features/people/profile/ProfileSettings.tsx'
import {
  enableShortcuts,
  listShortcuts,
  useShortcutsStore,
} from '#client/features/site/shortcuts/shortcuts.store.ts'
import { BackBar } from '#client/ui/BackBar.tsx'
import { Card } from '#client/ui/Card.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Button } from '#client/ui/Button.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { ActivityCard } from './ActivityCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInCard } from './SignInCard.tsx'

// Loaded after the main content.
const secondFactorCard = lazyComponent<object>(
  async () => (await import('#client/features/account/second-factor/SecondFactorCard.tsx')).SecondFactorCard,
)

/** /settings: profile, account and log-out (product section 2, Settings). */
export const SettingsPage = () => {
  usePageTitle(TITLES['/settings'])
  const SecondFactor = useLazy(secondFactorCard, true)
  return (
    <>
      <BackBar title="Settings" />
      <ProfileSettings>
        <SignInCard />
        {SecondFactor && <SecondFactor />}
        <SessionsCard />
        <ActivityCard />
        <NotificationsCard />
        <KeyboardCard />
        <PrivacyCard />
      </ProfileSettings>
    </>
  )
}

const PrivacyCard = () => (
  <Card title="Privacy">
    <p className="text-ink-soft">
      What you agree to, everything we know of you, and the way out:{' '}
      <TextLink to="/privacy-settings">{TITLES['/privacy-settings']}</TextLink>
    </p>
  </Card>
)

/** Keyboard shortcuts: on or off on this device, and their list. */
const KeyboardCard = () => {
  const enabled = useShortcutsStore((state) => state.enabled)
  return (
    <Card title="Keyboard">
      <Switch
        label="Single-key shortcuts"
        hint="Kept on this device. Turn them off if you speak to it."
        checked={enabled}
        onChange={({ target }) => enableShortcuts(target.checked)}
      />
      <Button size="sm" className="mt-2" onClick={() => listShortcuts(true)}>
        Show shortcuts
      </Button>
    </Card>
  )
}
