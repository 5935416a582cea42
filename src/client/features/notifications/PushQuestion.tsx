import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { pushSettings, switchPushOn } from '#client/features/notifications/data/push.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'

export interface PushQuestionProps {
  /** The person has said yes or no. */
  onAnswered: () => void
}

/** Asks whether this device should get pushes. The browser's own question comes only after a yes. */
export const PushQuestion = ({ onAnswered }: PushQuestionProps) => {
  const settings = pushSettings.use()
  const { pending, run } = useWrite()
  // Without the settings there is no question; the next comment asks again.
  useEffect(() => void pushSettings.load().catch(() => undefined), [])
  if (!settings) return null
  const switchOn = async () => {
    const done = await run({
      write: () => switchPushOn(settings.publicKey),
      done: (isOn) => (isOn ? SWITCHED_ON : null),
      failed: { title: 'Update failed', fallback: 'The push service of this browser does not answer.' },
    })
    if (done) onAnswered()
  }
  return (
    <section
      aria-label="Pushes"
      className="my-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-wash p-3"
    >
      <Bell className="size-5 text-brass-ink" />
      <p className="min-w-48 flex-1">Do you want a notification on this device when somebody answers?</p>
      <div className="ms-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={onAnswered}>
          No
        </Button>
        <Button
          size="sm"
          variant="primary"
          pending={pending}
          pendingLabel="Asking..."
          onClick={() => void switchOn()}
        >
          Yes, tell me
        </Button>
      </div>
    </section>
  )
}

const SWITCHED_ON = {
  title: 'Pushes are on',
  description: 'You can choose kinds and quiet hours in the settings.',
  action: { label: 'Settings', to: '/settings?section=notifications' },
}
