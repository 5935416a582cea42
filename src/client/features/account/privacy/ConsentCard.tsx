import type { Consent } from '#contract/account.constants.ts'
import { savePrivacy } from '#client/features/account/data/privacy/privacy.actions.ts'
import { privacySettings } from '#client/features/account/data/privacy/privacy.store.ts'
import { useSavedSwitch } from '#client/features/account/useSavedChoice.ts'
import { Card } from '#client/ui/Card.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { CONSENTS_NOT_SAVED } from './consents-not-saved.ts'

const TOGGLES: readonly { consent: Consent; label: string; hint: string }[] = [
  {
    consent: 'marketing',
    label: 'Marketing',
    hint: 'We may send you news about the site by mail.',
  },
  {
    consent: 'analytics',
    label: 'Analytics',
    hint: 'We may count your page views, without your name.',
  },
  {
    consent: 'personalizedAds',
    label: 'Personalised ads',
    hint: 'We may choose ads by what you do here. If this is off, you see the same ads as everybody.',
  },
]

/** The optional consents (product section 5). */
export const ConsentCard = () => {
  const settings = privacySettings.use()
  return (
    <Card title="What you agree to">
      <div className="flex flex-col gap-2">
        {TOGGLES.map((toggle) => (
          <ConsentSwitch key={toggle.consent} {...toggle} isSaved={settings?.[`${toggle.consent}Consent`]} />
        ))}
      </div>
    </Card>
  )
}

const ConsentSwitch = ({
  consent,
  label,
  hint,
  isSaved,
}: (typeof TOGGLES)[number] & { isSaved: boolean | undefined }) => {
  const props = useSavedSwitch(isSaved, (on) => ({
    write: () => savePrivacy({ [`${consent}Consent`]: on }),
    done: 'Settings Updated',
    failed: CONSENTS_NOT_SAVED,
  }))
  return <Switch label={label} hint={hint} {...props} />
}
