import type { DigestRhythm } from '#contract/notifications.constants.ts'
import { useSavedChoice } from '#client/features/account/useSavedChoice.ts'
import { digestSettings, setDigest } from '#client/features/notifications/data/digest.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { Card } from '#client/ui/Card.tsx'
import { Radios } from '#client/ui/Radios.tsx'

const RHYTHMS: readonly { value: DigestRhythm | 'never'; label: string; hint: string }[] = [
  { value: 'never', label: 'Never', hint: 'We send no mails.' },
  { value: 'day', label: 'Daily', hint: 'One mail a day with your unread notifications.' },
  { value: 'week', label: 'Weekly', hint: 'One mail a week with your unread notifications.' },
  {
    value: 'away',
    label: 'When I am away',
    hint: 'One mail when you have not been here for three days.',
  },
]

/** How often unread notifications are mailed. Absent without a mail server. */
export const DigestCard = () => {
  const { value: settings } = useSnapshot(digestSettings)
  const { value, choose } = useSavedChoice<DigestRhythm | 'never'>(settings?.every ?? 'never', (next) => ({
    write: () => setDigest(next === 'never' ? null : next),
    failed: { title: 'Update failed', fallback: 'Failed to change the mails' },
  }))
  if (!settings?.available) return null
  return (
    <Card title="News by mail">
      {settings.address === null ? (
        <p className="text-ink-soft">Confirm your email address first; a link is in the account settings.</p>
      ) : (
        <Radios
          label={`Mail my unread notifications to ${settings.address}`}
          options={RHYTHMS}
          value={value}
          onChange={choose}
        />
      )}
    </Card>
  )
}
