import { LIMITS } from '#contract/limits.ts'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import type { useExtras } from './useExtras.ts'

interface ExtrasFieldsProps {
  extras: ReturnType<typeof useExtras>
  disabled: boolean
}

/** What covers the post until it is clicked. The warning's text shows only when its toggle is on (product section 4). */
export const ExtrasFields = ({ extras, disabled }: ExtrasFieldsProps) => (
  <div className="flex flex-col divide-y divide-hairline border-y border-hairline">
    <div>
      <Switch
        label="Content warning"
        hint="Covers the post with a few words until somebody looks."
        checked={extras.isWarned}
        disabled={disabled}
        onChange={({ target }) => extras.setWarned(target.checked)}
      />
      {extras.isWarned && (
        <Field label="Warning" hideLabel className="pb-3">
          <Input
            placeholder="What should people brace for?"
            maxLength={LIMITS.contentWarn}
            value={extras.warning}
            readOnly={disabled}
            onChange={({ target }) => extras.setWarning(target.value)}
          />
        </Field>
      )}
    </div>
    <Switch
      label="Sensitive content"
      hint="Not for the throne at work."
      checked={extras.isSensitive}
      disabled={disabled}
      onChange={({ target }) => extras.setSensitive(target.checked)}
    />
  </div>
)
