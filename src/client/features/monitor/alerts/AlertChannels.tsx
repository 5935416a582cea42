import { useState } from 'react'
import type { AlertChannelsInput, AlertChannelsView } from '#contract/monitor.alerts.ts'
import type { AlertFormat } from '#contract/monitor.alerts.constants.ts'
import { saveChannels, saveWebhook, testWebhook } from '#client/features/monitor/data/alerts.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Radios, type RadioOption } from '#client/ui/Radios.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { submitted } from '#client/ui/submitted.ts'

const FAILED = 'Failed to save where alerts are sent'

/** Where alerts are sent, for all admins: one message when one opens, and one when it is over. */
export const AlertChannels = ({ channels }: { channels: AlertChannelsView }) => {
  const { isPending, run } = useWrite()
  const save = (target: string, input: AlertChannelsInput) =>
    void run({ target, write: () => saveChannels(input), failed: FAILED })
  return (
    <Card title="Who is woken">
      <div className="grid items-start gap-x-10 gap-y-5 *:min-w-0 md:grid-cols-2">
        <div className="grid gap-5">
          <Switch
            label="Mails"
            hint="To every admin."
            checked={channels.mail}
            pending={isPending('mail')}
            onChange={({ target }) => save('mail', { mail: target.checked })}
          />
          <Switch
            label="Pushes"
            hint="We send a push to every admin's device that allows it, also in quiet hours."
            checked={channels.push}
            pending={isPending('push')}
            onChange={({ target }) => save('push', { push: target.checked })}
          />
        </div>
        <Webhook url={channels.webhook} format={channels.format} />
      </div>
    </Card>
  )
}

const FORMATS: RadioOption<AlertFormat>[] = [
  { value: 'standard', label: 'Signed JSON', hint: 'We sign it with HMAC-SHA256 (Standard Webhooks).' },
  { value: 'alertmanager', label: 'Alertmanager', hint: 'The address ends in /api/v2/alerts.' },
  { value: 'slack', label: 'Slack or Mattermost', hint: 'The address of an incoming webhook.' },
  { value: 'ntfy', label: 'ntfy', hint: 'The address of a topic.' },
]

const Webhook = ({ url, format }: { url: string | null; format: AlertFormat }) => {
  const [draft, setDraft] = useState<string | null>(null)
  const [wantedFormat, setFormat] = useState<AlertFormat | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { pending, isPending, run } = useWrite()
  const wanted = (draft ?? url ?? '').trim()
  const chosen = wantedFormat ?? format
  const isSame = wanted === (url ?? '') && (wanted === '' || chosen === format)
  const save = async () => {
    const isSaved = await run({
      target: 'save',
      write: async () => {
        const { secret: made } = await saveWebhook(wanted === '' ? null : wanted, chosen)
        setSecret(chosen === 'standard' ? made : null)
      },
      done: wanted === '' ? 'Webhook removed' : 'Webhook saved',
      failed: FAILED,
    })
    if (!isSaved) return
    setDraft(null)
    setFormat(null)
  }
  const test = () =>
    run({
      target: 'test',
      write: testWebhook,
      done: ({ ok, detail }) => ({
        variant: ok ? 'plain' : 'destructive',
        title: ok ? 'The webhook took it' : 'The webhook did not take it',
        description: detail,
      }),
      failed: 'Failed to test the webhook',
    })
  return (
    <form className="grid gap-3" noValidate onSubmit={submitted(save)}>
      <Field
        label="Webhook"
        hint="Enter a public https address, or a host that the setting ALERT_HOSTS names. We send alerts there."
      >
        <Input
          type="url"
          placeholder="https://"
          value={draft ?? url ?? ''}
          onChange={({ target }) => setDraft(target.value)}
        />
      </Field>
      <Radios label="What the address expects" options={FORMATS} value={chosen} onChange={setFormat} />
      {secret && <Secret value={secret} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending('save')} disabled={pending || isSame}>
          Save Webhook
        </Button>
        {url !== null && (
          <Button pending={isPending('test')} disabled={pending} onClick={() => void test()}>
            Send a test
          </Button>
        )}
      </div>
    </form>
  )
}

const Secret = ({ value }: { value: string }) => (
  <Field
    label="Its secret"
    hint="You see this only once. Keep it secret: with it, anybody can write messages that look like ours."
  >
    <Input readOnly className="font-mono" value={value} onFocus={({ target }) => target.select()} />
  </Field>
)
