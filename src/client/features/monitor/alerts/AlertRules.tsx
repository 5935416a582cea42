import { useState } from 'react'
import type { AlertRuleView } from '#contract/monitor.alerts.ts'
import { ALERT_MESSAGES, ALERT_WORDS, alertFigure } from '#contract/monitor.alerts.constants.ts'
import { saveRule } from '#client/features/monitor/data/alerts.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Switch } from '#client/ui/Switch.tsx'

/** The fixed set of rules: each with its switch and its threshold. */
export const AlertRules = ({ rules }: { rules: readonly AlertRuleView[] }) => (
  <Card title="Rules">
    <ul className="grid gap-x-10 gap-y-6 *:min-w-0 md:grid-cols-2">
      {rules.map((rule) => (
        <li key={rule.rule}>
          <Rule rule={rule} />
        </li>
      ))}
    </ul>
  </Card>
)

const Rule = ({ rule: { rule, on, threshold, value } }: { rule: AlertRuleView }) => {
  const [draft, setDraft] = useState<string | null>(null)
  const { pending, isPending, run } = useWrite()
  const { title, what, unit, most } = ALERT_WORDS[rule]
  const wanted = draft === null ? threshold : Number(draft)
  const isValid = Number.isInteger(wanted) && wanted >= 1 && wanted <= most
  const save = async (target: string, input: { on: boolean; threshold: number }) => {
    const isSaved = await run({
      target,
      write: () => saveRule(rule, input),
      failed: 'Failed to save the rule',
    })
    if (isSaved && target === 'threshold') setDraft(null)
  }
  return (
    <div className="flex h-full flex-col justify-between gap-2" data-testid={`alert-rule-${rule}`}>
      <Switch
        label={title}
        hint={`${what}. Now ${value === null ? 'not measured' : alertFigure(rule, value)}.`}
        checked={on}
        pending={isPending('on')}
        onChange={({ target }) => void save('on', { on: target.checked, threshold })}
      />
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid) void save('threshold', { on, threshold: wanted })
        }}
      >
        <Field
          label={`Threshold of '${title}'${unit && `, ${unit}`}`}
          hideLabel
          className="w-32"
          error={isValid ? undefined : ALERT_MESSAGES.threshold}
        >
          <Input
            inputMode="numeric"
            value={draft ?? String(threshold)}
            onChange={({ target }) => setDraft(target.value.trim())}
          />
        </Field>
        <span className="pb-2 text-sm text-ink-soft">{`${unit} or more`.trim()}</span>
        {draft !== null && wanted !== threshold && (
          <Button size="sm" type="submit" pending={isPending('threshold')} disabled={pending || !isValid}>
            Save
          </Button>
        )}
      </form>
    </div>
  )
}
