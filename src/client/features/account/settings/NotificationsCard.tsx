import { useState } from 'react'
import type { QuietableType } from '#contract/notifications.constants.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { playSound } from '#client/features/notifications/data/play-sound.ts'
import { storeSound, wantsSound } from '#client/features/notifications/data/sound.ts'
import { useSavedSwitch } from '#client/features/account/useSavedChoice.ts'
import { Card } from '#client/ui/Card.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { patchNotifications } from '#client/features/account/data/settings.actions.ts'

const KINDS: readonly { type: QuietableType; label: string; hint: string }[] = [
  { type: 'FOLLOW', label: 'Followers', hint: 'Somebody begins to follow you.' },
  { type: 'REACTION', label: 'Reactions', hint: 'Somebody reacts to a post of yours.' },
  { type: 'COMMENT', label: 'Comments', hint: 'Somebody comments on a post of yours.' },
  {
    type: 'MENTION',
    label: 'Mentions',
    hint: 'Somebody mentions your handle or answers your comment.',
  },
  {
    type: 'MESSAGE',
    label: 'Messages',
    hint: 'Somebody writes to you. The inbox always counts new messages.',
  },
]

/** The kinds of notifications a person wants; the server does not store the others. */
export const NotificationsCard = () => (
  <Card title="Notifications">
    <p className="pb-2 text-ink-soft">
      Choose what the herald may bother you with. Older notifications stay.
    </p>
    {KINDS.map((kind) => (
      <Kind key={kind.type} {...kind} />
    ))}
    <Requests />
    <ReadWhenSeen />
    <Sound />
  </Card>
)

const Kind = ({ type, label, hint }: (typeof KINDS)[number]) => {
  const { quiet } = useRequiredViewer()
  const props = useSavedSwitch(!quiet.includes(type), (on) => ({
    write: () => patchNotifications({ type, on }),
    failed: { title: 'Update failed', fallback: 'Failed to change the notifications' },
  }))
  return <Switch label={label} hint={hint} {...props} />
}

const Requests = () => {
  const props = useSavedSwitch(useRequiredViewer().requestNotices, (on) => ({
    write: () => patchNotifications({ requestNotices: on }),
    failed: { title: 'Update failed', fallback: 'Failed to change the notifications' },
  }))
  const hint = 'Somebody you do not know writes to you first. Messages has a mark either way.'
  return <Switch label="Message requests" hint={hint} {...props} />
}

const ReadWhenSeen = () => {
  const props = useSavedSwitch(useRequiredViewer().readWhenSeen, (on) => ({
    write: () => patchNotifications({ readWhenSeen: on }),
    failed: { title: 'Update failed', fallback: 'Failed to change the notifications' },
  }))
  return (
    <Switch label="Read when seen" hint="A notification that was on your screen counts as read." {...props} />
  )
}

/** A setting of this browser alone: another device may lie beside somebody who sleeps. */
const Sound = () => {
  const [on, setOn] = useState(wantsSound)
  const change = (next: boolean) => {
    setOn(storeSound(next))
    if (next) playSound()
  }
  return (
    <Switch
      label="Sound"
      hint="You hear two soft drops when something new arrives and no page is in front of you. For this device only."
      checked={on}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
