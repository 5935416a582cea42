import { clsx } from 'clsx'
import { EyeOff, TriangleAlert } from 'lucide-react'
import { LIMITS } from '#contract/limits.ts'
import { changeDraft, usePostDraft } from '../data/draft.store.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Switch } from '#client/ui/Switch.tsx'

/**
 * Content warning and 'sensitive'. The warning's text field shows only when its toggle is on (product section
 * 4).
 */
export const ExtrasFields = ({ disabled }: { disabled: boolean }) => {
  const { warned, warning, sensitive } = usePostDraft()
  return (
    <div className="s-extras">
      <DraftMarks className="s-extras-marks" />
      <div>
        <Switch
          className="s-extras-switch"
          label="Content warning"
          hint="Your words cover the post until somebody opens it."
          checked={warned}
          disabled={disabled}
          onChange={({ target }) => changeDraft({ warned: target.checked })}
        />
        {warned && (
          <Field label="Warning" hideLabel className="pb-3">
            <Input
              placeholder="What should people brace for?"
              maxLength={LIMITS.contentWarn}
              value={warning}
              readOnly={disabled}
              onChange={({ target }) => changeDraft({ warning: target.value })}
            />
          </Field>
        )}
      </div>
      <Switch
        className="s-extras-switch"
        label="Sensitive content"
        hint="The post is blurred until somebody opens it. Not for the throne at work."
        checked={sensitive}
        disabled={disabled}
        onChange={({ target }) => changeDraft({ sensitive: target.checked })}
      />
    </div>
  )
}

/** What is switched on, in words: for where the switches are buttons without any. */
export const DraftMarks = ({ className }: { className?: string }) => {
  const { warned, sensitive } = usePostDraft()
  if (!warned && !sensitive) return null
  return (
    <p className={clsx('flex flex-wrap gap-2', className)}>
      {warned && <Badge icon={<TriangleAlert />}>Content warning on</Badge>}
      {sensitive && <Badge icon={<EyeOff />}>Sensitive content on</Badge>}
    </p>
  )
}

/** The same two switches as buttons, for the tools of a phone; the style sheet shows one of both. */
export const ExtrasToggles = ({ disabled }: { disabled: boolean }) => {
  const { warned, sensitive } = usePostDraft()
  return (
    <div className="s-compose-toggles">
      <IconButton
        role="switch"
        label="Content warning"
        icon={<TriangleAlert />}
        aria-checked={warned}
        disabled={disabled}
        className="s-composer-toggle"
        onClick={() => changeDraft({ warned: !warned })}
      />
      <IconButton
        role="switch"
        label="Sensitive content"
        icon={<EyeOff />}
        aria-checked={sensitive}
        disabled={disabled}
        className="s-composer-toggle"
        onClick={() => changeDraft({ sensitive: !sensitive })}
      />
    </div>
  )
}
