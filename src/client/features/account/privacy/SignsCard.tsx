import { savePrivacy } from '#client/features/account/data/privacy/privacy.actions.ts'
import { privacySettings } from '#client/features/account/data/privacy/privacy.store.ts'
import { useSavedSwitch } from '#client/features/account/useSavedChoice.ts'
import { Card } from '#client/ui/Card.tsx'
import { Switch } from '#client/ui/Switch.tsx'

const SIGNS = [
  {
    sign: 'readReceipts',
    label: 'Read receipts',
    hint: 'If this is off, nobody can see that you have read a message, and you cannot see it of others.',
  },
  {
    sign: 'typingSigns',
    label: 'Typing signs',
    hint: 'If this is off, nobody can see that you are typing, and you cannot see it of others.',
  },
] as const

/** What others notice while they write with the viewer. Stands in WithPrivacySettings. */
export const SignsCard = () => (
  <Card title="What others notice in messages">
    <div className="flex flex-col gap-2">
      {SIGNS.map((sign) => (
        <SignSwitch key={sign.sign} {...sign} />
      ))}
    </div>
  </Card>
)

const SignSwitch = ({ sign, label, hint }: (typeof SIGNS)[number]) => {
  const isSaved = privacySettings.use()?.[sign]
  const props = useSavedSwitch(isSaved, (on) => ({
    write: () => savePrivacy({ [sign]: on }),
    done: 'Settings Updated',
    failed: 'Failed to save what others notice',
  }))
  return <Switch label={label} hint={hint} {...props} />
}
