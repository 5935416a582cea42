import { MESSAGE_SENDERS, type MessageSenders } from '#contract/account.constants.ts'
import { useSavedChoice } from '#client/features/account/useSavedChoice.ts'
import { savePrivacy } from '#client/features/account/data/privacy/privacy.actions.ts'
import { privacySettings } from '#client/features/account/data/privacy/privacy.store.ts'
import { Card } from '#client/ui/Card.tsx'
import { Radios } from '#client/ui/Radios.tsx'

const SENDERS: readonly { value: MessageSenders; label: string; hint: string }[] = [
  { value: 'everyone', label: 'Everyone', hint: 'Anybody with an account can send you a request.' },
  {
    value: 'followed',
    label: 'People I follow',
    hint: 'Other people can write when you follow them or write first.',
  },
  { value: 'nobody', label: 'Nobody', hint: 'Only you can begin a conversation.' },
]

/** Who may begin a conversation (DECISIONS row 417). Stands in WithPrivacySettings. */
export const SendersCard = () => {
  const settings = privacySettings.use()
  const { value, choose } = useSavedChoice<MessageSenders | undefined>(
    settings?.messagesFrom,
    (messagesFrom) => ({
      write: () => savePrivacy({ messagesFrom }),
      done: 'Settings Updated',
      failed: 'Failed to save who may write to you',
    }),
  )
  const choices = settings?.messagesFromChoices ?? MESSAGE_SENDERS
  return (
    <Card title="Who may write to you">
      <Radios
        label="Who may write to you first"
        hideLabel
        options={SENDERS.filter(({ value }) => choices.includes(value))}
        value={value ?? null}
        onChange={choose}
      />
      <p className="mt-3 text-sm text-ink-soft">
        Conversations you already have go on.
        {!choices.includes('everyone') && ' People you do not know can write to you when you are 18.'}
      </p>
    </Card>
  )
}
