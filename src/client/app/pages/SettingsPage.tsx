import { useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { SendersCard } from '#client/features/account/privacy/SendersCard.tsx'
import { SignsCard } from '#client/features/account/privacy/SignsCard.tsx'
import { WithPrivacySettings } from '#client/features/account/privacy/WithPrivacySettings.tsx'
import { ProfileSettings } from '#client/features/people/profile/ProfileSettings.tsx'
import { HiddenPeopleCard } from '#client/features/people/relations/HiddenPeopleCard.tsx'
import {
  enableShortcuts,
  listShortcuts,
  useShortcutsStore,
} from '#client/features/site/shortcuts/shortcuts.store.ts'
import { BackBar } from '#client/ui/BackBar.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Button } from '#client/ui/Button.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { ThemeToggle } from '#client/ui/ThemeToggle.tsx'
import { ActivityCard } from '#client/features/account/settings/ActivityCard.tsx'
import { DigestCard } from '#client/features/account/settings/DigestCard.tsx'
import { NotificationsCard } from '#client/features/account/settings/NotificationsCard.tsx'
import { PushCard } from '#client/features/account/settings/PushCard.tsx'
import { SessionsCard } from '#client/features/account/settings/SessionsCard.tsx'
import { SignInCard } from '#client/features/account/settings/SignInCard.tsx'

// Loaded after the main content.
const secondFactorCard = lazyComponent<object>(
  async () => (await import('#client/features/account/second-factor/SecondFactorCard.tsx')).SecondFactorCard,
)

/** /settings: profile, account and log-out first (product section 2), the other sections by ?section=. */
export const SettingsPage = () => {
  usePageTitle(TITLES['/settings'])
  const asked = useSearchParams()[0].get('section')
  const current = SECTIONS.find(({ key }) => key === asked) ?? SECTIONS[0]
  return (
    <>
      <BackBar title="Settings" />
      <LinkTabs label="Sections" tabs={SECTIONS} current={current.key} />
      {current.key === 'account' ? (
        current.content
      ) : (
        <div className="flex flex-col gap-4 p-4">{current.content}</div>
      )}
    </>
  )
}

/** What is below the second factor waits for its code, so that nothing moves. */
const Security = () => {
  const SecondFactor = useLazy(secondFactorCard, true)
  return (
    <>
      <SignInCard />
      {SecondFactor && (
        <>
          <SecondFactor />
          <SessionsCard />
          <ActivityCard />
        </>
      )}
    </>
  )
}

const Privacy = () => (
  <>
    <WithPrivacySettings>
      <SendersCard />
      <SignsCard />
    </WithPrivacySettings>
    <HiddenPeopleCard kind="mute" />
    <HiddenPeopleCard kind="block" />
    <DataCard />
  </>
)

const DataCard = () => (
  <Card title="Your data and your reports">
    <p className="text-ink-soft">
      Change what you agree to, download your data, or delete your account:{' '}
      <TextLink to="/privacy-settings">{TITLES['/privacy-settings']}</TextLink>
    </p>
    <p className="mt-3 text-ink-soft">
      See your reports, and decisions about you:{' '}
      <TextLink to="/pipe-tracker">{TITLES['/pipe-tracker']}</TextLink>
    </p>
  </Card>
)

/** Keyboard shortcuts: on or off on this device, and their list. A touch screen has no keys to press. */
const KeyboardCard = () => {
  const enabled = useShortcutsStore((state) => state.enabled)
  return (
    <Card title="Keyboard" className="[@media(hover:none)]:hidden">
      <Switch
        label="Single-key shortcuts"
        hint="This setting is for this device. Turn shortcuts off if you use speech input."
        checked={enabled}
        onChange={({ target }) => enableShortcuts(target.checked)}
      />
      <Button size="sm" className="mt-2" onClick={() => listShortcuts(true)}>
        Show shortcuts
      </Button>
    </Card>
  )
}

const AppearanceCard = () => (
  <Card title="Appearance">
    <p className="pb-3 text-ink-soft">
      Choose light or dark for this device: porcelain by day, midnight by night.
    </p>
    <ThemeToggle />
  </Card>
)

const SECTIONS = [
  { key: 'account', label: 'Account', to: '/settings', content: <ProfileSettings /> },
  { key: 'security', label: 'Security', to: '?section=security', content: <Security /> },
  {
    key: 'notifications',
    label: 'Notifications',
    to: '?section=notifications',
    content: (
      <>
        <NotificationsCard />
        <PushCard />
        <DigestCard />
      </>
    ),
  },
  {
    key: 'privacy',
    label: 'Privacy',
    to: '?section=privacy',
    content: <Privacy />,
  },
  {
    key: 'appearance',
    label: 'Appearance',
    to: '?section=appearance',
    content: (
      <>
        <AppearanceCard />
        <KeyboardCard />
      </>
    ),
  },
] as const
