import { useState } from 'react'
import type { PushView, QuietHours } from '#contract/notifications.push.ts'
import type { PushKind, PushPreview } from '#contract/notifications.push.constants.ts'
import { useSavedChoice, useSavedSwitch } from '#client/features/account/useSavedChoice.ts'
import {
  changePush,
  pushAbility,
  pushSettings,
  switchPushOff,
  switchPushOn,
  type PushAbility,
} from '#client/features/notifications/data/push.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Radios } from '#client/ui/Radios.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { deviceName } from './device-words.ts'

const FAILED = { title: 'Update failed', fallback: 'Failed to change the pushes' }

const CANNOT: Record<Exclude<PushAbility, 'able'>, string> = {
  denied:
    'This browser blocks our notifications. Allow notifications for this site in the browser settings, then come back.',
  install:
    'On this device only the installed app can receive pushes. Add this site to your home screen and open it there.',
  unsupported: 'This browser cannot receive pushes. Please try another browser.',
}

const KINDS: readonly { kind: PushKind; label: string }[] = [
  { kind: 'messages', label: 'Push messages' },
  { kind: 'mentions', label: 'Push mentions' },
  { kind: 'replies', label: 'Push replies' },
  { kind: 'comments', label: 'Push comments' },
  { kind: 'follows', label: 'Push new followers' },
  { kind: 'moderation', label: 'Push decisions of the moderators' },
]

const PREVIEWS: readonly { value: PushPreview; label: string; hint: string }[] = [
  {
    value: 'full',
    label: 'Who, and how it begins',
    hint: 'Ann commented on your post: “What a…” Never the words of a message.',
  },
  { value: 'who', label: 'Who and what', hint: 'Ann commented on your post' },
  { value: 'nothing', label: 'Only that there is something new', hint: 'The herald has news for you.' },
]

/** What devices show while no page is open: on which, which kinds, when, and how much of it. */
export const PushCard = () => {
  const { query, value: settings } = useSnapshot(pushSettings)
  return (
    <Card title="While you are away">
      {settings ? (
        <Loaded settings={settings} />
      ) : query.isError ? (
        <ErrorState title="The pushes did not load" query={query} />
      ) : (
        <SkeletonGroup label="Loading the pushes..." blocks={[120]} />
      )}
    </Card>
  )
}

const Loaded = ({ settings }: { settings: PushView }) => (
  <>
    <ThisDevice settings={settings} />
    <OtherDevices devices={settings.devices.filter(({ isThis }) => !isThis)} />
    {settings.devices.length > 0 && (
      <>
        {KINDS.map((one) => (
          <Kind key={one.kind} {...one} isOn={settings.kinds.includes(one.kind)} />
        ))}
        <Preview preview={settings.preview} />
        <Quiet hours={settings.quietHours} />
      </>
    )}
  </>
)

const ThisDevice = ({ settings: { devices, publicKey } }: { settings: PushView }) => {
  const [ability, setAbility] = useState(pushAbility)
  const own = devices.find(({ isThis }) => isThis)
  const change = async (on: boolean) => {
    if (on) await switchPushOn(publicKey)
    else if (own) await switchPushOff(own)
    setAbility(pushAbility())
  }
  const props = useSavedSwitch(own !== undefined && ability === 'able', (on) => ({
    write: () => change(on),
    failed: { ...FAILED, fallback: 'The push service of this browser does not answer.' },
  }))
  return (
    <Switch
      label="Pushes on this device"
      hint={
        ability === 'able'
          ? 'The herald finds you here when you look at none of your devices. The browser asks you once.'
          : CANNOT[ability]
      }
      {...props}
      disabled={ability !== 'able'}
    />
  )
}

const OtherDevices = ({ devices }: { devices: PushView['devices'] }) => {
  const { isPending, run } = useWrite()
  return devices.length === 0 ? null : (
    <ul aria-label="Other devices that get pushes" className="flex flex-col divide-y divide-hairline">
      {devices.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center justify-between gap-2 py-3">
          <span>{deviceName({ ...one, country: 'Unknown' })}</span>
          <Button
            size="sm"
            pending={isPending(one.id)}
            onClick={() => void run({ target: one.id, write: () => switchPushOff(one), failed: FAILED })}
            aria-label={`Switch off: ${deviceName({ ...one, country: 'Unknown' })}`}
          >
            Switch off
          </Button>
        </li>
      ))}
    </ul>
  )
}

const Kind = ({ kind, label, isOn }: { kind: PushKind; label: string; isOn: boolean }) => {
  const props = useSavedSwitch(isOn, (on) => ({ write: () => changePush({ kind, on }), failed: FAILED }))
  return <Switch label={label} {...props} />
}

const Preview = ({ preview }: { preview: PushPreview }) => {
  const { value, choose } = useSavedChoice(preview, (next) => ({
    write: () => changePush({ preview: next }),
    failed: FAILED,
  }))
  return (
    <Radios
      className="mt-4 mb-2"
      label="What a push may say"
      options={PREVIEWS}
      value={value}
      onChange={choose}
    />
  )
}

const NIGHT = { from: '22:00', to: '07:00' }

const Quiet = ({ hours }: { hours: QuietHours | null }) => {
  const { run } = useWrite()
  const save = (quietHours: QuietHours | null) => ({
    write: () => changePush({ quietHours }),
    failed: FAILED,
  })
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const props = useSavedSwitch(hours !== null, (on) => save(on ? { ...NIGHT, timeZone } : null))
  const field = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      <Input
        type="time"
        required
        defaultValue={hours?.[name]}
        onBlur={({ target: { value } }) => {
          if (hours && value && value !== hours[name]) void run(save({ ...hours, [name]: value, timeZone }))
        }}
      />
    </Field>
  )
  return (
    <>
      <Switch
        label="Quiet hours"
        hint="We send no pushes in these hours. After them you get one push with the number of new things."
        {...props}
      />
      {hours && (
        <div className="grid grid-cols-2 gap-3 pt-2">
          {field('from', 'Quiet from')}
          {field('to', 'Quiet until')}
          <p className="col-span-2 text-sm text-ink-soft">
            By the clock of {hours.timeZone.replaceAll('_', ' ')}
          </p>
        </div>
      )}
    </>
  )
}
